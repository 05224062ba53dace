import type { Browser, BrowserContext, Page } from 'playwright-core';
import { median, percentile } from '../support/figure.js';
import { pause } from '../support/load.js';

/** The response time of a page: from a key or click until the next frame is drawn, in milliseconds. */
export interface JourneyFigure {
  journey: string;
  interactions: number;
  /** All but one of fifty take no longer. */
  inp: number;
  worst: number;
}

/** The time between the keystroke of a reply and its appearance in a colleague's browser, in milliseconds. */
export interface ReplyFigure {
  replies: number;
  median: number;
  p95: number;
}

interface Place {
  browser: Browser;
  url: string;
  cookies: Parameters<BrowserContext['addCookies']>[0];
}

const VIEW = { viewport: { width: 1440, height: 900 }, timezoneId: 'Europe/Madrid', locale: 'en-GB' };
/** Keeps how long each interaction took: of the events that one makes, the longest. */
const WATCH = `window.interactions = new Map(); new PerformanceObserver((list) => {
  for (const { interactionId: id, duration } of list.getEntries()) {
    if (id) window.interactions.set(id, Math.max(window.interactions.get(id) ?? 0, duration));
  }
}).observe({ type: 'event', buffered: true, durationThreshold: 16 });`;
/** Long enough for what an interaction sets off to be drawn before the next one. */
const REST_MS = 150;

async function pageAt({ browser, url, cookies }: Place, path: string): Promise<Page> {
  const context = await browser.newContext(VIEW);
  await context.addInitScript(WATCH);
  await context.addCookies(cookies);
  const page = await context.newPage();
  await page.goto(url + path);
  return page;
}

/** Looks for leads by letters, chooses some, and takes the choice back. */
async function searchLeads(page: Page): Promise<number> {
  await page.getByRole('row').nth(5).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.click();
  for (const key of 'ines') await press(page, key);
  for (let n = 0; n < 4; n += 1) await press(page, 'Backspace');
  await page.getByRole('row').nth(5).waitFor();
  const ticks = page.getByRole('row').getByRole('checkbox');
  for (const n of [1, 2, 3, 3, 2, 1]) {
    await ticks.nth(n).click();
    await pause(REST_MS);
  }
  return 15;
}

/** Goes down the inbox by keys and up again. */
async function readInbox(page: Page): Promise<number> {
  await page.getByRole('listitem').nth(5).waitFor();
  const keys = [...'jjjjjjjjjj', ...'kkkkkkkkkk'];
  for (const key of keys) await press(page, key);
  return keys.length;
}

/** Goes from page to page by the rail. */
async function walkAround(page: Page): Promise<number> {
  const rail = page.getByRole('navigation', { name: 'Pages' });
  const names = ['Inbox', 'Leads', 'Agents', 'Jobs', 'Reports', 'Home'];
  for (const name of [...names, ...names]) {
    await rail.getByRole('link', { name }).first().click();
    await page.getByRole('main').waitFor();
    await pause(REST_MS);
  }
  return names.length * 2;
}

async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await pause(REST_MS);
}

const JOURNEYS: [name: string, path: string, walk: (page: Page) => Promise<number>][] = [
  ['leads: search, choose', '/leads', searchLeads],
  ['inbox: down and up by keys', '/inbox', readInbox],
  ['from page to page', '/', walkAround],
];

/** Measures how soon pages answer a hand, over three journeys. What takes less than 16 ms the browser does not tell. */
export async function measureJourneys(place: Place): Promise<JourneyFigure[]> {
  const figures: JourneyFigure[] = [];
  for (const [journey, path, walk] of JOURNEYS) {
    const page = await pageAt(place, path);
    const interactions = await walk(page);
    await pause(500);
    const told = await page.evaluate<number[]>('[...window.interactions.values()]');
    const durations = [...told, ...Array.from({ length: Math.max(0, interactions - told.length) }, () => 16)];
    figures.push({ journey, interactions, inp: percentile(durations, 98), worst: Math.max(...durations) });
    await page.context().close();
  }
  return figures;
}

const REPLIES = 10;

/** Sends a reply in one browser while another one shows the same lead, and measures until the reply appears there. */
export async function measureReplies(place: Place): Promise<ReplyFigure> {
  const [mine, theirs] = await Promise.all([pageAt(place, '/inbox'), pageAt(place, '/inbox')]);
  for (const page of [mine, theirs]) {
    await page.getByRole('listitem').nth(1).waitFor();
    await press(page, 'j');
    await page.getByRole('textbox', { name: 'Your answer' }).waitFor();
  }
  const answer = mine.getByRole('textbox', { name: 'Your answer' });
  const took: number[] = [];
  for (let n = 0; n < REPLIES; n += 1) {
    const text = `Answer ${n} of the bench`;
    await answer.fill(text);
    const began = performance.now();
    await answer.press('Control+Enter');
    await theirs.getByText(text).first().waitFor();
    took.push(performance.now() - began);
  }
  await Promise.all([mine.context().close(), theirs.context().close()]);
  return { replies: REPLIES, median: median(took), p95: percentile(took, 95) };
}

/** Writes the figures in words. */
export function atWorkTable(journeys: readonly JourneyFigure[], { replies, median: middle, p95 }: ReplyFigure): string {
  const ms = (value: number) => String(Math.round(value)).padStart(6);
  const lines = journeys.map(
    ({ journey, interactions, inp, worst }) => `${journey.padEnd(30)}${ms(interactions)}${ms(inp)}${ms(worst)}`,
  );
  const head = `${'Until a key or click is answered'.padEnd(32)}   n   INP worst, ms (INP 150, worst 300)`;
  return `${head}\n${lines.join('\n')}\n\nA reply stands in another browser after ${Math.round(middle)} ms in the middle, ${Math.round(p95)} in 19 of 20 (2,000), of ${replies}.\n`;
}
