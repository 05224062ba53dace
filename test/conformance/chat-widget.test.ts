import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { testConfig, useApi } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { type ChatSite, chatSite, faultsOf, heardBy, heardOften } from '../support/chat-pages.js';
import { input, launcher, openWindow, rows, say, textOf } from '../support/chat-window.js';
import { ROOT, runProgram, workFolder } from '../support/conformance-tools.js';
import { type Cast, castOf, EVALS } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { addDocument, workDocument } from '../support/knowledge.js';

const config = testConfig();
const api = useApi({}, { config });
const screens = workFolder('chat-widget');
let browser: Browser;
let site: ChatSite;
let cast: Cast;
let plain: string;

beforeAll(async () => {
  browser = await openBrowser();
  site = await chatSite(browser, api.app);
  Object.assign(config, { PUBLIC_URL: site.api });
  cast = await castOf(api, EVALS.conversations.find(({ id }) => id === 'c01')!);
  plain = await widget();
}, 600_000);
afterEach(async () => {
  site.fault = undefined;
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const FORM = {
  enabled: true,
  lead_creation_on_submit: true,
  fields: [
    { key: 'first_name', label: 'Name', required: true },
    { key: 'email', label: 'E-mail', type: 'email', required: true },
    { key: 'phone', label: 'Phone', type: 'phone' },
  ],
  sms_consent: { enabled: true, text: 'You may text me about my appointment.' },
};
const SETTINGS = {
  name: 'Shop',
  allowed_domains: ['localhost'],
  pow: { base_number: 1_000 },
  theme: { primary_color: '#0b6e4f' },
  opening_message: {
    en: '**Hello!** Ask us anything about solar panels.',
    ar: '**مرحبًا!** اسألنا عن الألواح الشمسية.',
  },
  quick_replies: [
    { en: 'I would like an offer', ar: 'أريد عرضًا' },
    { en: 'Opening hours', ar: 'ساعات العمل' },
  ],
  privacy_url: 'https://shop.example.com/privacy',
};

/** Creates a widget with an agent that sells solar panels and a host. Returns its key. */
async function widget(more: object = {}): Promise<string> {
  const body = { ...SETTINGS, workflow_id: cast.agentId, ...more };
  const answer = await cast.account.request('post', '/widgets').send(body).expect(201);
  const { key } = answer.body.widget;
  await api.db('api_keys').where({ public_key: key }).update({ rate_limit: 1_000_000 });
  return key;
}

const shot = (page: Page, name: string) => page.screenshot({ path: path.join(screens, `${name}.png`) });
const styleOf = (page: Page, selector: string, property: string) =>
  page.evaluate(
    `getComputedStyle(document.querySelector('svc-chat').shadowRoot.querySelector('${selector}')).${property}`,
  );
/** Returns the stored messages with a text. */
const saidOf = (text: string) => api.db('conversation_messages').where({ account_id: cast.account.accountId, text });

const opened = (key: string, options: Parameters<ChatSite['open']>[1] = {}) => openWindow(site, { key }, options);

describe('a visitor', () => {
  it('gives a name and consent, talks, picks a time and is booked; the page hears of each thing once', async () => {
    const page = await opened(await widget({ capture_form: FORM }), {
      context: { viewport: { width: 1100, height: 800 } },
    });
    const form = page.locator('svc-chat .form');
    expect(await form.getByRole('checkbox').isChecked()).toBe(false);
    expect(await faultsOf(page)).toEqual([]);
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await form.locator('[aria-invalid]').count()).toBe(2);
    expect(await faultsOf(page)).toEqual([]);
    await form.getByLabel('Name').fill('Ana Ruiz');
    await form.getByLabel('E-mail').fill('ana.ruiz@example.com');
    await form.getByRole('checkbox').check();
    await form.getByRole('button', { name: 'Send' }).click();
    expect(await form.locator('[aria-invalid]').count()).toBe(1);
    await form.getByLabel('Phone').fill('+34 600 123 456');
    await shot(page, 'form');
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Thank you, we have your details.').waitFor();
    const [leadId] = (await heardOften(page, 'onLeadCaptured', 1)) as string[];
    expect(await api.db('leads').where({ id: leadId }).first()).toMatchObject({ email: 'ana.ruiz@example.com' });
    expect(await api.db('consent_log').where({ lead_id: leadId }).first()).toMatchObject({ channel: 'sms' });

    await say(page, 'Hi, my roof has about 80 m2');
    await shot(page, 'talk');
    const slots = page.locator('svc-chat .slots');
    await slots.waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await slots.getByRole('radio').nth(1).check();
    await shot(page, 'slots');
    await slots.getByRole('button').click();
    await rows(page, 'bot').nth(1).waitFor();
    await slots.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.tagName')).toBe('TEXTAREA');
    expect(await faultsOf(page)).toEqual([]);
    const meetings = await api.db('meetings').where({ lead_id: leadId });
    expect(meetings.map(({ status }) => status)).toEqual(['scheduled']);
    expect(await heardBy(page, 'onLeadCaptured')).toEqual([leadId]);
    const messages = (await heardBy(page, 'onMessage')) as { role: string }[];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'bot', 'user', 'bot']);
    expect(await heardBy(page, 'onError')).toEqual([]);
  });

  it.each(['page', 'frame'])('finds everything by keyboard alone, and leaves it again (%s)', async (transport) => {
    const page = await site.open({ key: plain, transport });
    const inside = transport === 'page' ? page.locator('svc-chat') : page.frameLocator('svc-chat iframe');
    const focused = (selector: string) => page.locator(`${selector}:focus`);
    const writing = inside.locator('textarea:focus');
    await launcher(page).waitFor();
    await page.locator('#help').focus();
    await page.keyboard.press('Tab');
    await focused('svc-chat .launcher').waitFor();
    await page.keyboard.press('Enter');
    await writing.waitFor();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Enter');
    await inside.locator('.list .row.bot').first().waitFor();
    await writing.waitFor();
    // Focus isn't trapped: the chat's button precedes its first element, and the page follows its last one.
    const pressUntil = async (key: string, isThere: () => Promise<boolean>) => {
      for (let presses = 0; !(await isThere()); presses += 1) {
        expect(presses).toBeLessThan(10);
        await page.keyboard.press(key);
      }
    };
    await pressUntil('Shift+Tab', () => focused('svc-chat .launcher').isVisible());
    await pressUntil('Tab', () => writing.isVisible());
    await pressUntil('Tab', async () => (await page.evaluate('document.activeElement.tagName')) !== 'SVC-CHAT');
    await pressUntil('Shift+Tab', () => writing.isVisible());
    await page.keyboard.press('Escape');
    await focused('svc-chat .launcher').waitFor();
    expect(await launcher(page).getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await writing.waitFor();
  });

  it('on a phone has the whole screen, and the page behind is out of reach until the chat closes', async () => {
    const phone = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };
    const page = await opened(plain, { context: phone });
    const panel = page.locator('svc-chat .panel');
    expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
    expect(await panel.getAttribute('aria-modal')).toBe('true');
    expect(await page.evaluate('document.querySelector("main").inert')).toBe(true);
    expect(await styleOf(page, 'textarea', 'fontSize')).toBe('16px');
    await say(page, 'Hello');
    expect(await faultsOf(page)).toEqual([]);
    await shot(page, 'phone');
    await page.getByRole('button', { name: 'Close the chat' }).click();
    expect(await page.evaluate('document.querySelector("main").inert')).toBe(false);
  });

  it('reads Arabic from right to left, in the dark, at 320 pixels and with forced colours', async () => {
    const page = await opened(plain, {
      lang: 'ar',
      context: { colorScheme: 'dark', viewport: { width: 1100, height: 800 } },
    });
    expect(await styleOf(page, '.panel', 'direction')).toBe('rtl');
    await say(page, 'مرحبا');
    expect(await faultsOf(page)).toEqual([]);
    await shot(page, 'arabic-dark');
    await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active', reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 320, height: 400 });
    expect(await faultsOf(page)).toEqual([]);
    const wide = await page.locator('svc-chat .panel').evaluate((element) => element.scrollWidth);
    expect(wide).toBeLessThanOrEqual(320);
  });
});

describe('a message', () => {
  it('is taken and shown once though its answer was lost and the page loaded again', async () => {
    const page = await opened(plain);
    const text = 'Lost on the way back';
    site.fault = (req, res) => {
      if (req.method === 'POST' && req.url?.includes('/turn')) res.end = () => res.destroy();
      return false;
    };
    const lost = site.asked.get('/api/widget/v1/turn') ?? 0;
    await input(page).fill(text);
    await input(page).press('Enter');
    await eventually(async () => (await saidOf(text))[0]);
    expect(await textOf(page, 'user')).toEqual([text]);
    await page.reload();
    site.fault = undefined;
    await rows(page, 'bot').first().waitFor();
    expect(await textOf(page, 'user')).toEqual([text]);
    expect(await textOf(page, 'bot')).toHaveLength(1);
    expect(await saidOf(text)).toHaveLength(1);
    expect(site.asked.get('/api/widget/v1/turn')).toBeGreaterThan(lost + 1);
  });

  it('waits while the service is away, refuses or asks for time, and is delivered when it is back', async () => {
    site.fault = (req) => Boolean(req.url?.startsWith('/api/') && req.socket.destroy());
    const page = await site.open({ key: plain });
    await page.evaluate('svcChat.handle.send("Before anything was there")');
    site.fault = undefined;
    await launcher(page).click();
    await rows(page, 'bot').first().waitFor();
    const answers = [
      () => undefined,
      (res: Parameters<RequestListener>[1]) => void res.writeHead(503).end('{}'),
      (res: Parameters<RequestListener>[1]) =>
        void res.writeHead(429, { 'Retry-After': '1', 'Access-Control-Allow-Origin': '*' }).end('{}'),
    ];
    site.fault = (req, res) => {
      if (req.method !== 'POST' || !req.url?.includes('/turn')) return false;
      const answer = answers.shift();
      if (!answer) return false;
      if (answers.length === 2) req.socket.destroy();
      else answer(res);
      return true;
    };
    await say(page, 'My name is Ana');
    expect(answers).toEqual([]);
    expect(await textOf(page, 'user')).toEqual(['Before anything was there', 'My name is Ana']);
    expect(await saidOf('My name is Ana')).toHaveLength(1);
    expect(await heardBy(page, 'onError')).toEqual(['RATE_LIMITED']);
    site.fault = undefined;
  });

  it('is seen in every tab, and told to the page of the one that sent it', async () => {
    const context = await browser.newContext();
    const first = await opened(plain, { context });
    // A chat that is open in one tab is open in the next.
    const second = await site.open({ key: plain }, { context });
    await input(second).waitFor();
    await say(first, 'Hello from the first tab');
    await rows(second, 'bot').first().waitFor();
    for (const role of ['user', 'bot']) expect(await textOf(second, role)).toEqual(await textOf(first, role));
    expect(await heardBy(second, 'onMessage')).toEqual([]);
    expect(await heardBy(first, 'onMessage')).toHaveLength(2);
  });

  it('of a person who took over is shown as one, after the notice that they did', async () => {
    const page = await opened(plain);
    await say(page, 'I have a complaint');
    await page.getByText('You are talking with our team').waitFor();
    const [said] = await saidOf('I have a complaint');
    const { conversation_id, account_id } = said!;
    const { next_seq } = (await api.db('conversations').where({ id: conversation_id }).first())!;
    const message = { conversation_id, account_id, seq: next_seq, id: randomUUID(), role: 'agent' as const };
    await api
      .db('conversations')
      .where({ id: conversation_id })
      .update({ next_seq: next_seq + 1 });
    await api
      .db('conversation_messages')
      .insert({ ...message, text: 'Marta here.', verified: false, created_at: new Date() });
    await rows(page, 'agent').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await shot(page, 'person');
    expect(((await heardBy(page, 'onMessage')) as object[]).at(-1)).toEqual({ role: 'bot', text: 'Marta here.' });
  });

  it('names the source of an answer, with a link only if the document has an address', async () => {
    const url = 'https://shop.example.com/guarantee';
    const documents = [
      { title: 'Guarantee <b>2026</b>', kind: 'text', content: 'Panels carry a guarantee of 25 years.', url },
      { title: 'Batteries', kind: 'text', content: 'Batteries are recycled by their maker.' },
    ];
    for (const document of documents) await workDocument(api, (await addDocument(cast.account, document)).id);
    const page = await opened(plain);
    await say(page, 'How long is the guarantee on the panels?');
    const sources = rows(page, 'bot').last().locator('.sources');
    expect(await sources.allTextContents()).toEqual(['[1] Guarantee <b>2026</b>']);
    expect(await sources.locator('a').getAttribute('href')).toBe(url);
    expect(await sources.locator('a').getAttribute('rel')).toContain('noopener');
    await say(page, 'Who recycles the batteries?');
    const last = rows(page, 'bot').last().locator('.sources');
    expect(await last.allTextContents()).toEqual(['[1] Batteries']);
    expect(await last.locator('a').count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await shot(page, 'sources');
  });

  it('is only ever text', async () => {
    const bad = '<img src=x onerror="heard.push([1])"> **<b>** javascript:alert(1) https://ok.example/a"onclick=1';
    const page = await opened(
      await widget({ opening_message: bad, quick_replies: ['<script>heard.push([1])</script>'] }),
    );
    expect(await page.locator('svc-chat .panel :is(img, script, b)').count()).toBe(0);
    expect(
      await page.locator('svc-chat .bubble a').evaluateAll((all) => all.map((a) => a.getAttribute('href'))),
    ).toEqual(['https://ok.example/a']);
    expect(await heardBy(page, '1')).toEqual([]);
  });
});

describe('a page', () => {
  it.each(['page', 'frame'])('with the strictest policy has a chat without one report (%s)', async (transport) => {
    const page = await site.open({ key: plain, transport }, { strict: true });
    await launcher(page).click();
    const inside = transport === 'page' ? page : page.frameLocator('svc-chat iframe');
    await inside.locator('textarea').fill('Hello');
    await inside.locator('textarea').press('Enter');
    await inside.locator('.list .row.bot').first().waitFor();
    expect(site.reports).toEqual([]);
    const messages = (await heardOften(page, 'onMessage', 2)) as { role: string }[];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'bot']);
    const session = await page.evaluate('svcChat.handle.getSessionId()');
    expect(session).toMatch(/^[0-9a-f-]{36}$/);
    if (transport === 'page') return;
    // The token stays in the frame.
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/"token\\":\\"/);
    await inside.locator('textarea').press('Escape');
    expect(await heardOften(page, 'onClose', 1)).toHaveLength(1);
  });

  it('that isn’t on the list shows nothing, neither by the script nor in a frame', async () => {
    const page = await site.open({ key: plain }, { host: 'shop.localhost' });
    expect((await heardOften(page, 'onError', 1))[0]).toBe('ORIGIN_NOT_ALLOWED');
    expect(await page.locator('svc-chat').count()).toBe(0);
    const blocked = page.waitForEvent('requestfailed', (request) => request.url().includes('/widget/frame'));
    await page.evaluate((src) => {
      const { document } = globalThis as unknown as {
        document: { createElement(tag: string): object; body: { append(e: object): void } };
      };
      document.body.append(Object.assign(document.createElement('iframe'), { src }));
    }, `${site.api}/widget/frame?key=${plain}`);
    expect((await blocked).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE');
  });

  it('that swaps its body, or asks for a second chat, keeps the one it has', async () => {
    const page = await opened(plain);
    await say(page, 'Hello');
    await page.evaluate(`(() => {
      window.node = document.querySelector('svc-chat');
      window.handle = svcChat.handle;
      const body = document.createElement('body');
      body.append(document.createElement('svc-chat'), document.createElement('main'));
      document.body = body;
    })()`);
    await page.waitForFunction('document.querySelector("svc-chat") === node');
    expect(await page.evaluate('document.querySelectorAll("svc-chat").length')).toBe(1);
    expect(await page.evaluate('svcChat.init({ key: "svc_pub_other" }) === handle')).toBe(true);
    await say(page, 'Ana');
    expect(await textOf(page, 'user')).toEqual(['Hello', 'Ana']);
    await page.evaluate('handle.destroy({ forget: true })');
    expect(
      await page.evaluate('[document.querySelectorAll("svc-chat").length, localStorage.length, sessionStorage.length]'),
    ).toEqual([0, 0, 0]);
  });

  it('loads a few kilobytes before anybody means to chat', async () => {
    const page = await site.open({ key: plain });
    await launcher(page).waitFor();
    const loaded = await page.evaluate<string[]>('performance.getEntriesByType("resource").map(({ name }) => name)');
    expect(loaded.filter((name) => /\/widget\//.test(name))).toEqual([]);
    const panel = page.waitForRequest(/\/widget\/chat-/);
    await launcher(page).hover();
    await panel;
  });
});

describe('the package', () => {
  it('has types, depends on nothing, and can be imported where there is no browser', async () => {
    const folder = path.join(screens, 'package');
    const built = await runProgram(process.execPath, ['widget/scripts/build.mjs', folder], ROOT);
    expect(built).toMatchObject({ code: 0 });
    const use = `import(${JSON.stringify(path.join(folder, 'npm/index.js'))}).then((it) => console.log(Object.keys(it).join()))`;
    expect((await runProgram(process.execPath, ['-e', use], ROOT)).output.trim()).toBe('init');
    const { dependencies, files } = JSON.parse(readFileSync(path.join(ROOT, 'widget/package.json'), 'utf8'));
    expect([dependencies, files]).toEqual([undefined, ['dist/npm', 'README.md']]);
    expect(readFileSync(path.join(folder, 'npm/index.d.ts'), 'utf8')).toContain(
      'init: (options: ChatOptions) => ChatHandle',
    );
  });
});
