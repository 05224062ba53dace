import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { violationsIn } from './axe.js';
import { WAIT_MS } from './browser.js';

/** The dashboard as a browser has it, and everything that browser complains of. */
export interface Dashboard {
  url: string;
  /** The pages' errors on the console, and reports of their policy. */
  complaints: string[];
  /** The gateway in front of it. */
  gateway: Gateway;
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** The proxy between browsers and the service, as in companies, and its faults. */
export interface Gateway {
  /** The status of rejected paths, as from a proxy without a backend. */
  refuses?: { status: number; paths: RegExp } | undefined;
  /** True if it loses the answers to changes, though they were carried out. */
  losesAnswers: boolean;
  /** Which addresses were asked for. */
  asked: string[];
  /** Breaks all lines that are open. */
  cut(): void;
}

/** Has every violation of the policy told, also those that stay out of the console. */
const WATCH = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy of ' + location.pathname + ': ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/** Forwards requests below a path unless the gateway blocks them. */
const throughGateway =
  (gateway: Gateway, below: string, app: RequestListener): RequestListener =>
  (req, res) => {
    const address = req.url ?? '';
    gateway.asked.push(address);
    const { refuses } = gateway;
    if (refuses?.paths.test(address)) return void res.writeHead(refuses.status).end('Refused on the way');
    if (!address.startsWith(below)) return void res.writeHead(404).end('Another service');
    req.url = address.slice(below.length);
    if (gateway.losesAnswers && req.method !== 'GET') {
      // Once it has an answer to give, the line is gone.
      res.writeHead = (() => {
        req.socket.destroy();
        return res;
      }) as typeof res.writeHead;
    }
    app(req, res);
  };

/** Serves the dashboard to a browser at an address of its own; `below` is a path such as `/sales`. */
export async function dashboardIn(
  browser: Browser,
  app: RequestListener,
  below = '',
  { hostname, port } = { hostname: '127.0.0.1', port: '0' },
): Promise<Dashboard> {
  const gateway: Gateway = { losesAnswers: false, asked: [], cut: () => server.closeAllConnections() };
  const server = createServer(throughGateway(gateway, below, app)).listen(Number(port), '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://${hostname}:${(server.address() as AddressInfo).port}${below}`;
  const complaints: string[] = [];
  return {
    url,
    complaints,
    gateway,
    open: async (path, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      await context.addInitScript(WATCH);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        // A frame's errors name the frame.
        complaints.push(`${message.location().url || page.url()}: ${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
      await page.goto(url + path);
      return page;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns what axe finds seriously wrong with a page. */
export const seriousFaultsOf = async (page: Page): Promise<string[]> =>
  (await violationsIn(page))
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ told }) => told);

/** Returns how far a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

/** Looks at a page as it is, in the light and in the dark, on a desk and on a phone; what it saw stays in `folder`. */
export async function lookAt(page: Page, folder: string, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: path.join(folder, `${name}-${colorScheme}-${width}.png`) });
      expect([name, colorScheme, width, await overflowOf(page)]).toEqual([name, colorScheme, width, 0]);
      expect([name, colorScheme, width, await seriousFaultsOf(page)]).toEqual([name, colorScheme, width, []]);
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** Waits until a page shows what it has asked for. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('main').waitFor();
  await page
    .locator('[aria-busy="true"]')
    .first()
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
}
