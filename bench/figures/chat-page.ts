import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../support/browser.js';
import { openChatStand } from '../support/chat-stand.js';
import { compare, type Figure, median, require } from '../support/figure.js';
import type { Stand } from '../support/stand.js';

const LOADS = 4;
const SLOWED = 4;
const LONG_MS = 50;
const SETTLED_MS = 1_500;

/** What one load of a page came to, in milliseconds. */
interface Load {
  drawn: number;
  longest: number;
  blocked: number;
}

const WATCH = `
  window.seen = { drawn: 0, tasks: [] };
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.drawn = e.startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const e of list.getEntries()) seen.tasks.push(e.duration); })
    .observe({ type: 'longtask', buffered: true });`;

/** A page of a shop, with the tag of the chat or without. */
const pageOf = (
  tag: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${tag}</head>
<body><h1 style="font-size:64px">Sun for your roof</h1>${'<p>We plan and build solar panels for homes.</p>'.repeat(200)}</body></html>`;

/** Loads a page in a browser that has never been there, at a processor slowed four times. */
async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    await context.addInitScript(WATCH);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED_MS);
    const { drawn, tasks } = (await page.evaluate('seen')) as { drawn: number; tasks: number[] };
    const blocked = tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_MS), 0);
    return { drawn, longest: Math.max(0, ...tasks), blocked };
  } finally {
    await context.close();
  }
}

/** P27: a page with the chat's loader against the same page without it. */
export async function loadPage(stand: Stand): Promise<Figure> {
  const chat = await openChatStand(stand, { asksProof: true, domains: ['localhost'] });
  const api = await stand.api();
  const tag = `<script async src="${api}/widget.js" data-key="${chat.key}"></script>`;
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(pageOf(request.url === '/with' ? tag : ''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  const loads: Record<'/with' | '/without', Load[]> = { '/with': [], '/without': [] };
  const measure = async (path: '/with' | '/without', round: number): Promise<number> => {
    const own: Load[] = [];
    for (let n = 0; n < LOADS; n += 1) own.push(await loadOnce(browser, `${site}${path}`));
    if (round >= 0) loads[path].push(...own);
    return median(own.map(({ drawn }) => drawn));
  };
  try {
    const figure = await compare({
      ...{ id: 'P27', name: 'a page with the chat, largest thing drawn', reference: 'the page without it', unit: 'ms' },
      target: { kind: 'below', ratio: 1.02 },
      ours: (round) => measure('/with', round),
      theirs: (round) => measure('/without', round),
    });
    const blocked = (path: '/with' | '/without') => median(loads[path].map((load) => load.blocked));
    const longest = median(loads['/with'].map((load) => load.longest));
    const most = Math.max(blocked('/without') * 1.02, blocked('/without') + 1);
    require(figure, blocked('/with') <=
      most, `blocked for ${blocked('/with').toFixed(0)} ms, without it ${blocked('/without').toFixed(0)}`);
    figure.notes.push(
      `longest task ${longest.toFixed(0)} ms, without it ${median(loads['/without'].map((load) => load.longest)).toFixed(0)}`,
    );
    return figure;
  } finally {
    await browser.close();
    server.close();
    await chat.close();
  }
}
