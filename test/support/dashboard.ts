import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

const WAIT_MS = 10_000;

/** The dashboard as a browser has it, and everything that browser complains of. */
export interface Dashboard {
  url: string;
  /** What pages wrote to the console as errors, and reports of their policy. */
  complaints: string[];
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

/** Has every violation of the policy told, also those that stay out of the console. */
const WATCH = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('policy of ' + location.pathname + ': ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`;

/** Serves the dashboard to a browser at an address of its own. */
export async function dashboardIn(browser: Browser, app: RequestListener): Promise<Dashboard> {
  const server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const complaints: string[] = [];
  return {
    url,
    complaints,
    open: async (path, options = {}) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      await context.addInitScript(WATCH);
      const page = await context.newPage();
      page.setDefaultTimeout(WAIT_MS);
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        // What a frame complains of names the frame.
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
export async function seriousFaultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
}

/** Returns how far a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
