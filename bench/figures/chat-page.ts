import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { openChatSetup } from '../support/chat-stand.js';
import { type Figure, type Interval, median, medianInterval, require } from '../support/figure.js';
import type { Setup } from '../support/stand.js';

const MOST = 1.02;
const SLOWED = 4;
const LONG_MS = 50;
const SETTLED_MS = 800;
/** The numbers of load pairs after which the result is checked. Each check can be wrong, so there are few. */
const LOOKS = [80, 160, 320, 640];

/** The figures of one page load, in milliseconds; `worked` is the processor time of the page's thread. */
interface Load {
  drawn: number;
  longest: number;
  blocked: number;
  worked: number;
}

const WATCH = `
  window.seen = { drawn: 0, tasks: [] };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.drawn = e.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.tasks.push(e.duration); })
    .observe({ type: 'longtask', buffered: true });`;

const CARD = '<section class="card"><h2>A home</h2><p>We plan and build <b>solar panels</b> for homes.</p></section>';

/** A page of a shop that takes a while to draw, as shops do, with the tag of the chat or without. */
const pageOf = (tag: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${tag}
<style>main{display:grid;grid-template-columns:repeat(4,1fr);gap:16px}.card{padding:12px;box-shadow:0 1px 4px #0003}</style></head>
<body><h1 style="font-size:96px">Sun for your roof, planned and built</h1><main>${CARD.repeat(1_500)}</main></body></html>`;

/** Loads a page in a browser that has never been there, at a processor slowed four times. */
async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    // The time in which a browser starts a process for a site doesn't belong to the page.
    await page.goto(new URL('/empty', url).href);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    // The thread's own time excludes other work of the machine.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED_MS);
    const { drawn, tasks } = (await page.evaluate('seen')) as { drawn: number; tasks: number[] };
    const { metrics } = await cdp.send('Performance.getMetrics');
    const worked = (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
    const blocked = tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_MS), 0);
    return { drawn, longest: Math.max(0, ...tasks), blocked, worked };
  } finally {
    await context.close();
  }
}

type Pair = { bare: Load; chat: Load };

/**
 * The result of the pairs: the ratio of the times until the page is drawn, and how much more the page's thread works
 * with the chat.
 */
interface Verdict {
  ratio: Interval;
  more: Interval;
  isDecided: boolean;
}

function judge(pairs: readonly Pair[]): Verdict {
  const ratio = medianInterval(pairs.map(({ bare, chat }) => chat.drawn / bare.drawn));
  const more = medianInterval(pairs.map(({ bare, chat }) => chat.worked - bare.worked));
  return { ratio, more, isDecided: ratio.high < MOST || ratio.low >= MOST };
}

/** Loads both pages in turns until it is decided whether one is drawn later than the other. */
async function loadPairs(load: (path: '/with' | '/without') => Promise<Load>): Promise<Pair[]> {
  const pairs: Pair[] = [];
  await load('/with');
  await load('/without');
  const isEnough = () => {
    const looks = LOOKS.indexOf(pairs.length);
    return looks === LOOKS.length - 1 || (looks >= 0 && judge(pairs).isDecided);
  };
  while (!isEnough()) {
    // The second page finds the machine in the state that the first one left, so the order alternates.
    const first = pairs.length % 2 === 0 ? await load('/without') : undefined;
    const chat = await load('/with');
    pairs.push({ chat, bare: first ?? (await load('/without')) });
  }
  return pairs;
}

const spoken = ({ middle, low, high }: Interval, digits: number): string =>
  `${middle.toFixed(digits)} (95 %: ${low.toFixed(digits)} to ${high.toFixed(digits)})`;

function figureOf(pairs: readonly Pair[]): Figure {
  const { ratio, more, isDecided } = judge(pairs);
  const of = (which: keyof Pair, value: keyof Load) => pairs.map((pair) => pair[which][value]);
  const verdict = ratio.high < MOST ? 'within' : isDecided ? 'not within' : 'not decided';
  const figure: Figure = {
    id: 'P27',
    name: 'a page with the chat, largest thing drawn',
    reference: 'the page without it',
    unit: 'ms',
    ours: median(of('chat', 'drawn')),
    theirs: median(of('bare', 'drawn')),
    ratio: ratio.middle,
    target: `< ${MOST.toFixed(2)}`,
    met: verdict === 'within',
    notes: [`${verdict}: ${spoken(ratio, 3)} in ${pairs.length} pairs`],
    rounds: { ours: of('chat', 'drawn'), theirs: of('bare', 'drawn') },
  };
  const blocked = { bare: median(of('bare', 'blocked')), chat: median(of('chat', 'blocked')) };
  // All work of the chat, also after the page is drawn.
  const worked = median(of('bare', 'worked'));
  figure.notes.push(`the page's thread works ${spoken(more, 1)} ms more than ${worked.toFixed(0)}`);
  const most = Math.max(blocked.bare * MOST, blocked.bare + 1);
  require(figure, blocked.chat <=
    most, `blocked for ${blocked.chat.toFixed(0)} ms, without it ${blocked.bare.toFixed(0)}`);
  figure.notes.push(
    `longest task ${median(of('chat', 'longest')).toFixed(0)} ms, without it ${median(of('bare', 'longest')).toFixed(0)}`,
  );
  return figure;
}

/** P27: a page with the chat's loader against the same page without it. */
export async function loadPage(setup: Setup): Promise<Figure> {
  const chat = await openChatSetup(setup, { asksProof: true, domains: ['localhost'] });
  const api = await setup.api();
  const tag = `<script async src="${api}/widget.js" data-key="${chat.key}"></script>`;
  const pages = new Map([
    ['/with', pageOf(tag)],
    ['/without', pageOf('')],
  ]);
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pages.get(request.url ?? ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  try {
    return figureOf(await loadPairs((path) => loadOnce(browser, `${site}${path}`)));
  } finally {
    await browser.close();
    server.close();
    await chat.close();
  }
}
