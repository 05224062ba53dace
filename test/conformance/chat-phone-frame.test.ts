import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { testConfig, useApi } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { type ChatSite, chatSite, faultsOf } from '../support/chat-pages.js';
import { launcher } from '../support/chat-window.js';
import { workFolder } from '../support/conformance-tools.js';
import { castOf, EVALS } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';

const config = testConfig();
const api = useApi({}, { config });
const screens = workFolder('chat-phone-frame');
let browser: Browser;
let site: ChatSite;
let key: string;

const SETTINGS = {
  name: 'Shop',
  allowed_domains: ['localhost'],
  pow: { base_number: 1_000 },
  theme: { primary_color: '#0b6e4f' },
  opening_message: { en: '**Hello!** Ask us anything about solar panels.' },
  quick_replies: [{ en: 'I would like an offer' }, { en: 'Opening hours' }],
  privacy_url: 'https://shop.example.com/privacy',
};
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

beforeAll(async () => {
  browser = await openBrowser();
  site = await chatSite(browser, api.app);
  Object.assign(config, { PUBLIC_URL: site.api });
  const cast = await castOf(api, EVALS.conversations.find(({ id }) => id === 'c01')!);
  const body = { ...SETTINGS, workflow_id: cast.agentId };
  key = (await cast.account.request('post', '/widgets').send(body).expect(201)).body.widget.key;
  await api.db('api_keys').where({ public_key: key }).update({ rate_limit: 1_000_000 });
}, 600_000);
afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const shot = (page: Page, name: string) => page.screenshot({ path: path.join(screens, `${name}.png`) });

async function opened(context: object): Promise<{ page: Page; inside: FrameLocator }> {
  const page = await site.open({ key, transport: 'frame' }, { context: { ...PHONE, ...context } });
  await launcher(page).tap();
  const inside = page.frameLocator('svc-chat iframe');
  await inside.locator('textarea').waitFor();
  return { page, inside };
}

async function write(inside: FrameLocator, text: string): Promise<void> {
  const before = await inside.locator('.row.bot').count();
  await inside.locator('textarea').tap();
  await inside.locator('textarea').fill(text);
  await inside.getByRole('button', { name: 'Send' }).tap();
  await inside
    .locator('.list .row.bot')
    .nth(Math.max(0, before - 1))
    .waitFor();
}

/** Simulates a screen keyboard: the page sees less of itself, and may be pushed up. */
const withKeyboard = (page: Page, height: number, offsetTop: number) =>
  page.evaluate(
    ([shown, top]) => {
      const view = (globalThis as unknown as { visualViewport: EventTarget }).visualViewport;
      for (const [name, value] of [
        ['height', shown],
        ['offsetTop', top],
      ] as const)
        Object.defineProperty(view, name, { get: () => value, configurable: true });
      view.dispatchEvent(new Event('resize'));
    },
    [height, offsetTop] as const,
  );

const boxOf = (page: Page) => page.locator('svc-chat .panel').boundingBox();
const isBehindInert = (page: Page) => page.evaluate('document.querySelector("main").inert');

describe('the chat in a frame on a phone', () => {
  it('has the whole screen and keeps to what the keyboard leaves of it; the page behind is out of reach', async () => {
    const { page, inside } = await opened({});
    expect(await boxOf(page)).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    expect(await inside.locator('.panel').boundingBox()).toEqual(await boxOf(page));
    expect(await isBehindInert(page)).toBe(true);
    await write(inside, 'Hi, my roof has about 80 m2 and I pay 120 euros a month');
    await withKeyboard(page, 460, 120);
    expect(await boxOf(page)).toEqual({ x: 0, y: 120, width: 390, height: 460 });
    const writing = inside.locator('.composer');
    await eventually(async () => {
      const { y = 0, height = 0 } = (await writing.boundingBox()) ?? {};
      return y > 120 && y + height <= 580 ? true : undefined;
    });
    // The last message is still readable, and not behind the keyboard.
    await eventually(async () => {
      const [last, below] = [await inside.locator('.list .row').last().boundingBox(), await writing.boundingBox()];
      return last && below && last.y + last.height <= below.y ? true : undefined;
    });
    await shot(page, 'keyboard');
    await withKeyboard(page, 844, 0);
    await write(inside, 'I am Ana Ruiz, ana@example.com, +34 600 123 456');
    await inside.getByRole('group', { name: 'Pick a time' }).waitFor();
    await shot(page, 'times');
    expect(await faultsOf(page)).toEqual([]);
    await inside.getByRole('button', { name: 'Close the chat' }).press('Enter');
    await launcher(page).waitFor();
    expect(await isBehindInert(page)).toBe(false);
  });

  it('has all of it also in landscape, where a panel next to the page had no space for a message', async () => {
    const { page, inside } = await opened({ viewport: { width: 844, height: 390 }, colorScheme: 'dark' });
    expect(await boxOf(page)).toEqual({ x: 0, y: 0, width: 844, height: 390 });
    expect(await launcher(page).isVisible()).toBe(false);
    await write(inside, 'Hello');
    await shot(page, 'sideways');
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => ((await boxOf(page))?.height === 844 ? true : undefined));
    expect(await isBehindInert(page)).toBe(true);
  });
});
