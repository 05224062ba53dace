import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { Words } from '../../widget/src/locales/words.js';
import { testConfig, useApi } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { type ChatSite, chatSite, faultsOf } from '../support/chat-pages.js';
import { openWindow, say, textOf } from '../support/chat-window.js';
import { workFolder } from '../support/conformance-tools.js';
import { castOf } from '../support/conversations.js';

const config = testConfig();
const api = useApi({}, { config });
const screens = workFolder('chat-forms');
let browser: Browser;
let site: ChatSite;

beforeAll(async () => {
  browser = await openBrowser();
  site = await chatSite(browser, api.app);
  Object.assign(config, { PUBLIC_URL: site.api });
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** The first message of a visitor, by language. */
const HELLO = {
  es: 'Hola, quiero un presupuesto',
  pt: 'Olá, queria um orçamento',
  de: 'Guten Tag, ich möchte ein Angebot',
  fr: 'Bonjour, je voudrais un devis',
  ar: 'مرحبا، أريد عرض سعر',
};

describe('a form that an agent shows in a chat', () => {
  it('says what is missing, is sent as one answer, and may be left for words', async () => {
    const cast = await castOf(api, { agent: 'solar' }, { ai: { ask_by_form: true } });
    const body = {
      name: 'Shop',
      workflow_id: cast.agentId,
      allowed_domains: ['localhost'],
      pow: { base_number: 1_000 },
    };
    const { key } = (await cast.account.request('post', '/widgets').send(body).expect(201)).body.widget;
    const page = await openWindow(site, { key }, { context: { viewport: { width: 1100, height: 800 } } });
    await say(page, 'Hi, I would like an offer');
    const form = page.locator('svc-chat .form');
    await form.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.screenshot({ path: path.join(screens, 'asked.png') });
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await form.locator('[aria-invalid]').count()).toBe(3);
    await form.locator('[name=first_name]').fill('Ana');
    await form.locator('[name=email]').fill('ana@');
    await form.locator('[name=roof_area]').fill('82.5');
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await form.locator('[aria-invalid]').count()).toBe(1);
    await form.locator('[name=email]').fill('ana@example.com');
    await form.getByRole('button', { name: 'Send' }).click();
    await page.locator('svc-chat .slots').waitFor();
    expect(await form.count()).toBe(0);
    expect(await textOf(page, 'user')).toEqual([
      'Hi, I would like an offer',
      expect.stringMatching(/ana@example\.com/),
    ]);
    await page.screenshot({ path: path.join(screens, 'filled.png') });

    const another = await openWindow(site, { key }, { context: { viewport: { width: 1100, height: 800 } } });
    await say(another, 'Hello');
    await another.locator('svc-chat .form').getByRole('button', { name: 'Not now' }).click();
    expect(await another.locator('svc-chat .form').count()).toBe(0);
    await say(another, 'Ben');
    await another.locator('svc-chat .form [name=roof_area]').waitFor();
    expect(await another.locator('svc-chat .form .field').count()).toBe(2);
  });

  it.each(Object.entries(HELLO))('speaks %s on a phone', async (lang, hello) => {
    const { default: words }: { default: Words } = await import(`../../widget/src/locales/${lang}.js`);
    const cast = await castOf(api, { agent: 'solar' }, { ai: { ask_by_form: true } });
    const body = { name: lang, workflow_id: cast.agentId, allowed_domains: ['localhost'], pow: { base_number: 1_000 } };
    const { key } = (await cast.account.request('post', '/widgets').send(body).expect(201)).body.widget;
    const context = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const page = await openWindow(site, { key }, { context, lang });
    await say(page, hello);
    const form = page.locator('svc-chat .form');
    await form.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await form.getByRole('button', { name: words.formSend }).click();
    await page.screenshot({ path: path.join(screens, `${lang}.png`) });
    expect(await form.getByText(words.required).count()).toBe(3);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  });
});
