import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createAccount, createUser } from '../../services/accounts/accounts.js';
import { createAgents } from '../support/agents.js';
import { openBrowser } from '../support/browser.js';
import { median, percentile } from '../support/figure.js';
import { fillLargeAccount, type LargeAccount } from '../support/large-account.js';
import { pause } from '../support/load.js';
import type { Setup } from '../support/stand.js';
import {
  atWorkTable,
  type JourneyFigure,
  measureJourneys,
  measureReplies,
  type ReplyFigure,
} from './dashboard-at-work.js';

/** The time of one page in milliseconds. Three of four loads take no longer. */
export interface PageFigure {
  page: string;
  path: string;
  /** Until the largest thing in view was drawn: in a browser that has never been there, and in one that has. */
  cold: number;
  warm: number;
  target: number;
  /** Until the last answer of the API was there. */
  complete: number;
  requests: number;
  /** The slowest request, 19 of 20 times. */
  slowest: { path: string; ms: number };
}

/** The figures of the dashboard with 100,000 leads. */
export interface DashboardFigures {
  scale: number;
  pages: PageFigure[];
  /** The time of a frame while 5,000 rows are scrolled: the median, the 95th percentile, the longest. */
  frames: { median: number; most: number; worst: number };
  /** Memory of the page's objects after 50 changes of pages, in MiB. */
  heap: number;
  journeys: JourneyFigure[];
  replies: ReplyFigure;
}

const LOADS = Number(process.env.BENCH_LOADS ?? 9);
const WARM_TARGET = 600;
const QUIET_MS = 400;
const EMAIL = 'marta.bench@example.com';
const PASSWORD = 'a password of the bench';
const VIEW = { viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Madrid', locale: 'en-GB' };
/** Keeps what the browser measured where the bench reads it. */
const WATCH = `window.largest = 0; new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.largest = entry.startTime;
}).observe({ type: 'largest-contentful-paint', buffered: true });
performance.setResourceTimingBufferSize(1000);`;

/**
 * Measures the pages of the dashboard on an account with 100,000 leads, in Chromium on the same machine: how long until
 * each is there, how it scrolls, what it keeps. `BENCH_SCALE=0.1` takes a tenth of the leads, `BENCH_LOADS=1` loads each page
 * once.
 */
export async function measureDashboard(setup: Setup): Promise<DashboardFigures> {
  const scale = Number(process.env.BENCH_SCALE ?? 1);
  const { account, agents } = await openAccount(setup);
  const said = (words: string) => process.stderr.write(`  … ${words}\n`);
  const large = await fillLargeAccount(setup.db, { accountId: account, agents, scale, said });
  const url = await setup.api();
  const browser = await openBrowser();
  try {
    const cookies = await signIn(browser, url);
    const pages: PageFigure[] = [];
    for (const [name, path, target] of pagesOf(large)) {
      pages.push(await measurePage(browser, url, cookies, { name, path, target }));
      said(`${name}: ${Math.round(pages.at(-1)?.cold ?? 0)} ms`);
    }
    const context = await browser.newContext(VIEW);
    await context.addCookies(cookies);
    const page = await context.newPage();
    const frames = await scrollLeads(page, url);
    const heap = await wander(page, url);
    await context.close();
    const place = { browser, url, cookies };
    return { scale, pages, frames, heap, journeys: await measureJourneys(place), replies: await measureReplies(place) };
  } finally {
    await browser.close();
  }
}

const pagesOf = ({ agentIds, leadId }: LargeAccount): [string, string, number][] => [
  ['home', '/', 1_000],
  ['leads', '/leads', 1_000],
  ['inbox', '/inbox', 1_000],
  ['lead', `/leads/${leadId}`, 1_000],
  ['agents', '/agents', 1_200],
  ['agent', `/agents/${agentIds[0]}`, 1_200],
  ['meetings', '/meetings', 1_200],
  ['reports', '/reports', 1_200],
  ['jobs', '/jobs', 1_200],
  ['channels', '/channels', 1_200],
];

async function openAccount({ db }: Setup) {
  const now = new Date();
  const { accountId } = await createAccount(db, now, { name: 'Large', timezone: 'Europe/Madrid', country: 'ES' });
  await createUser(db, now, { accountId, email: EMAIL, name: 'Marta Ruiz', role: 'owner', password: PASSWORD });
  return { account: accountId, agents: createAgents(db, accountId) };
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

async function signIn(browser: Browser, url: string): Promise<Cookies> {
  const context = await browser.newContext(VIEW);
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}

interface Asked {
  name: string;
  ms: number;
  end: number;
}

interface Load {
  largest: number;
  complete: number;
  asked: Asked[];
}

/** Waits until the page has asked nothing for a while, and reads what the browser measured. */
async function settled(page: Page): Promise<Load> {
  const read = (): Promise<Load> =>
    page.evaluate(() => {
      const asked = performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('/api/internal/') && !name.includes('/stream'))
        .map(({ name, duration, startTime }) => ({ name, ms: duration, end: startTime + duration }));
      const { largest } = globalThis as unknown as { largest: number };
      return { largest, complete: Math.max(largest, ...asked.map(({ end }) => end)), asked };
    });
  for (;;) {
    const before = await read();
    await pause(QUIET_MS);
    const now = await read();
    if (now.asked.length === before.asked.length && now.largest === before.largest && now.asked.length > 0) return now;
  }
}

async function measurePage(
  browser: Browser,
  url: string,
  cookies: Cookies,
  { name, path, target }: { name: string; path: string; target: number },
): Promise<PageFigure> {
  const [cold, warm]: [Load[], Load[]] = [[], []];
  for (let n = 0; n < LOADS; n += 1) {
    const context = await browser.newContext(VIEW);
    await context.addInitScript(WATCH);
    await context.addCookies(cookies);
    const page = await context.newPage();
    for (const loads of [cold, warm]) {
      await page.goto(url + path);
      loads.push(await settled(page));
    }
    await context.close();
  }
  const third = (values: number[]) => percentile(values, 75);
  const byPath = Map.groupBy(
    cold.flatMap(({ asked }) => asked),
    (one) => new URL(one.name).pathname.replace('/api/internal', '').replaceAll(/[0-9a-f-]{36}/g, '{id}'),
  );
  const slow = [...byPath].map(([at, all]) => ({
    path: at,
    ms: percentile(
      all.map(({ ms }) => ms),
      95,
    ),
  }));
  return {
    page: name,
    path,
    target,
    cold: third(cold.map(({ largest }) => largest)),
    warm: third(warm.map(({ largest }) => largest)),
    complete: third(cold.map(({ complete }) => complete)),
    requests: median(cold.map(({ asked }) => asked.length)),
    slowest: slow.sort((a, b) => b.ms - a.ms)[0] ?? { path: '-', ms: 0 },
  };
}

/** In the page: loads 5,000 rows, then scrolls 20,000 pixels at 4,000 a second; answers how long each frame took. */
const SCROLL = `(async () => {
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const scrolls = (one) => one.scrollHeight > one.clientHeight + 200 && getComputedStyle(one).overflowY !== 'visible';
  const table = [...document.querySelectorAll('main *')].find(scrolls) ?? document.scrollingElement;
  for (let tries = 0; tries < 400 && table.scrollHeight < 5000 * 30; tries += 1) {
    table.scrollTop = table.scrollHeight;
    await pause(100);
  }
  table.scrollTop = 0;
  await pause(500);
  const found = [];
  let last = performance.now();
  while (table.scrollTop < 20000 && found.length < 3000) {
    const now = await new Promise((resolve) => requestAnimationFrame(resolve));
    found.push(now - last);
    table.scrollTop += Math.max(1, (now - last) * 4);
    last = now;
  }
  return found.slice(1);
})()`;

/** Scrolls through 5,000 leads, and tells how long frames take. */
async function scrollLeads(page: Page, url: string): Promise<DashboardFigures['frames']> {
  await page.goto(`${url}/leads`);
  await page.getByRole('row').nth(5).waitFor();
  const durations = await page.evaluate<number[]>(SCROLL);
  return { median: median(durations), most: percentile(durations, 95), worst: Math.max(...durations) };
}

const CHANGES = 50;

/** Goes from page to page by the rail, 50 times, and answers what the page keeps afterwards. */
async function wander(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const names = ['Inbox', 'Leads', 'Agents', 'Jobs', 'Reports', 'Home'];
  for (let n = 0; n < CHANGES; n += 1) {
    const name = names[n % names.length] as string;
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: false }).first().click();
    await page.getByRole('main').waitFor();
    await pause(100);
  }
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.enable').then(() => session.send('Performance.getMetrics'));
  return (metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0) / 2 ** 20;
}

/** Writes the figures as a table. */
export function dashboardTable({ scale, pages, frames, heap, journeys, replies }: DashboardFigures): string {
  const ms = (value: number) => String(Math.round(value)).padStart(6);
  const lines = pages.map(({ page, cold, warm, target, complete, requests, slowest }) => {
    const met = cold <= target && warm <= WARM_TARGET ? 'yes' : 'NO ';
    return `${page.padEnd(10)}${ms(cold)}${ms(target)}${ms(warm)}${ms(WARM_TARGET)}  ${met}${ms(complete)}${ms(requests)}  ${slowest.path} ${Math.round(slowest.ms)}`;
  });
  const head = 'Page        cold target  warm target met complete asked  the slowest request, ms';
  const scroll = `Scrolling 5,000 leads: a frame takes ${frames.median.toFixed(1)} ms in the middle, ${frames.most.toFixed(1)} in 95 of 100, ${frames.worst.toFixed(0)} at most (80).`;
  return `\nWith ${Math.round(scale * 100_000)} leads; milliseconds that three of four loads don't exceed.\n\n${head}\n${lines.join('\n')}\n\n${scroll}\nAfter ${CHANGES} changes of pages: ${heap.toFixed(0)} MiB of objects (120).\n\n${atWorkTable(journeys, replies)}`;
}
