import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { violationsIn } from './axe.js';
import { WAIT_MS } from './browser.js';
import { eventually } from './eventually.js';

/** Responds instead of the service if it returns true. */
export type Fault = (...args: Parameters<RequestListener>) => boolean;

/** The script of a site's page in addition to its chat. It records the events of the chat. */
const APP = `
window.heard = [];
const hear = (name) => (value) => heard.push([name, value && value.code ? value.code : value]);
window.svcChat = { options: {} };
for (const name of ['onOpen', 'onClose', 'onMessage', 'onLeadCaptured', 'onError']) svcChat.options[name] = hear(name);
`;

/** The strictest policy that a page with a chat can have. */
const STRICT = (api: string) =>
  [
    `default-src 'none'`,
    `script-src 'self' ${api}`,
    `connect-src ${api}`,
    `frame-src ${api}`,
    // The icon of the page itself.
    'img-src data:',
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    'report-uri /reports',
  ].join('; ');

const listen = async (handler: RequestListener): Promise<{ server: Server; port: number }> => {
  const server = createServer(handler).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { server, port: (server.address() as AddressInfo).port };
};

/** A site with a chat at `localhost`, and the service at `127.0.0.1`, which can be made to fail. */
export interface ChatSite {
  api: string;
  /** Set to fail; undefined to work. */
  fault: Fault | undefined;
  /** The number of requests for each path. */
  asked: Map<string, number>;
  /** The browsers' reports of policy violations. */
  reports: string[];
  /** Opens a page whose script tag has these attributes. */
  open(tag: Record<string, string>, options?: OpenOptions): Promise<Page>;
  close(): Promise<void>;
}

interface OpenOptions {
  context?: BrowserContext | BrowserContextOptions;
  /** The site's host; `localhost` if not given. */
  host?: string;
  strict?: boolean;
  lang?: string;
}

export async function chatSite(browser: Browser, app: RequestListener): Promise<ChatSite> {
  const site = { fault: undefined, asked: new Map(), reports: [] } as unknown as ChatSite;
  const service = await listen((req, res) => {
    const [path = ''] = (req.url ?? '').split('?');
    if (req.method !== 'OPTIONS') site.asked.set(path, (site.asked.get(path) ?? 0) + 1);
    if (!site.fault?.(req, res)) app(req, res);
  });
  const pages = await listen((req, res) => {
    const url = new URL(req.url ?? '', 'http://localhost');
    if (url.pathname === '/app.js') return void res.setHeader('Content-Type', 'text/javascript').end(APP);
    if (url.pathname === '/reports') {
      req.setEncoding('utf8').on('data', (text) => site.reports.push(text));
      return void res.end();
    }
    if (url.pathname !== '/') return void res.writeHead(404).end();
    const { strict, lang, ...tag } = Object.fromEntries(url.searchParams);
    if (strict) res.setHeader('Content-Security-Policy', STRICT(site.api));
    const attributes = Object.entries(tag).map(([name, value]) => `data-${name}="${value}"`);
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(`<!doctype html><html lang="${lang ?? 'en'}"><head><title>Shop</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="/app.js"></script><script async src="${site.api}/widget.js" ${attributes.join(' ')}></script></head>
<body><main><h1>Sun for your roof</h1><p>We plan and build solar panels.</p><button id="help">Help</button></main></body></html>`);
  });
  site.api = `http://127.0.0.1:${service.port}`;
  site.open = async (tag, { context = {}, host = 'localhost', strict = false, lang = 'en' } = {}) => {
    const own = 'newPage' in context ? context : await browser.newContext(context);
    const page = await own.newPage();
    page.setDefaultTimeout(WAIT_MS);
    const query = new URLSearchParams({ ...tag, lang, ...(strict ? { strict: '1' } : {}) });
    await page.goto(`http://${host}:${pages.port}/?${query}`);
    return page;
  };
  site.close = async () => {
    for (const { server } of [service, pages]) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  };
  return site;
}

/** Returns the events of the chat that the page received, by name. */
export const heardBy = (page: Page, name: string): Promise<unknown[]> =>
  page.evaluate(
    (wanted) =>
      (globalThis as unknown as { heard: [string, unknown][] }).heard
        .filter(([n]) => n === wanted)
        .map(([, value]) => value),
    name,
  );

/** Waits until the page heard of its chat that often, by name: a chat in a frame tells it by messages. */
export const heardOften = (page: Page, name: string, times: number): Promise<unknown[]> =>
  eventually(async () => {
    const heard = await heardBy(page, name);
    return heard.length >= times ? heard : undefined;
  });

/** Returns what axe finds wrong with a page, the chat included. */
export const faultsOf = async (page: Page): Promise<string[]> => (await violationsIn(page)).map(({ told }) => told);
