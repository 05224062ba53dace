import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Frame, Page } from 'playwright-core';
import { newId } from '../../runtime/ids.js';
import { testConfig, useApi } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { type ChatSite, chatSite, heardBy, heardOften } from '../support/chat-pages.js';
import { input, launcher, openWindow, rows, say, textOf } from '../support/chat-window.js';
import { workFolder } from '../support/conformance-tools.js';
import { type Cast, castOf } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';

const config = testConfig();
/** The service's clock, which tests put forward. */
const clock = { aheadMs: 0, now: () => new Date(Date.now() + clock.aheadMs) };
const api = useApi({}, { config, clock });
const screens = workFolder('chat-widget');
const DAY_MS = 86_400_000;
let browser: Browser;
let site: ChatSite;
let cast: Cast;

beforeAll(async () => {
  browser = await openBrowser();
  site = await chatSite(browser, api.app);
  Object.assign(config, { PUBLIC_URL: site.api });
  cast = await castOf(api, { agent: 'solar' });
}, 600_000);
afterEach(async () => {
  site.fault = undefined;
  clock.aheadMs = 0;
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Makes a widget whose proofs cost little. */
async function widget(more: object = {}): Promise<{ id: string; key: string }> {
  const body = { name: 'Shop', workflow_id: cast.agentId, allowed_domains: ['localhost'], pow: { base_number: 1_000 } };
  const answer = await cast.account
    .request('post', '/widgets')
    .send({ ...body, ...more })
    .expect(201);
  return answer.body.widget;
}

const opened = async (more: object = {}, options: Parameters<ChatSite['open']>[1] = {}) =>
  openWindow(site, { key: (await widget(more)).key }, options);
const saidOf = (text: string) => api.db('conversation_messages').where({ account_id: cast.account.accountId, text });

/** Opens a page on which something was done before any of its scripts ran. */
async function prepared(script: string, key: string): Promise<Page> {
  const context = await browser.newContext();
  await context.addInitScript(script);
  return openWindow(site, { key }, { context });
}

describe('a time', () => {
  it('that was taken since then is not booked, and others are offered', async () => {
    const page = await opened();
    await say(page, `I am Kim Doe, kim-${newId()}@example.com, the roof has 80 m2`);
    const slots = page.locator('svc-chat .slots');
    await slots.waitFor();
    const labels = await slots.locator('label').allTextContents();
    const [offer] = await api.db('offered_slots').where({ account_id: cast.account.accountId }).orderBy('starts_at');
    const lead = { first_name: 'Lee', email: `lee-${newId()}@example.com` };
    const { body } = await cast.account.request('post', '/leads').send(lead).expect(201);
    const taken = { starts_at: offer!.starts_at.toISOString(), host_id: offer!.host_id };
    const booking = {
      lead_id: body.lead.id,
      workflow_id: cast.agentId,
      meeting_type_id: offer!.meeting_type_id,
      ...taken,
      invite_lead: false,
    };
    const booked = await cast.account.request('post', '/meetings/book').send(booking);
    expect(booked).toMatchObject({ status: 201, body: { success: true } });
    await slots.getByRole('radio').first().check();
    await slots.getByRole('button').click();
    await page.getByText('That time has just gone.').waitFor();
    const others = await page.locator('svc-chat .slots label').allTextContents();
    expect(others.length).toBeGreaterThan(0);
    expect(others).not.toContain(labels[0]);
    expect(await api.db('meetings').where({ account_id: cast.account.accountId })).toHaveLength(1);
    await page.locator('svc-chat .slots').getByRole('radio').first().check();
    await page.locator('svc-chat .slots').getByRole('button').click();
    await page.getByText('Booked:').waitFor();
    await page.screenshot({ path: `${screens}/taken.png` });
    expect(await heardBy(page, 'onError')).toEqual([]);
  });
});

describe('a page', () => {
  it('whose browser keeps nothing has a chat as long as it is open', async () => {
    const { key } = await widget();
    const refuse = (name: string) =>
      `Object.defineProperty(window, '${name}', { get() { throw new DOMException('No.', 'SecurityError'); } });`;
    const page = await prepared(['localStorage', 'sessionStorage'].map(refuse).join('\n'), key);
    await say(page, 'Hello');
    await say(page, 'My name is Ana');
    expect(await textOf(page, 'user')).toEqual(['Hello', 'My name is Ana']);
    expect(await textOf(page, 'bot')).toHaveLength(2);
    expect(await heardBy(page, 'onError')).toEqual([]);
  });

  it.each(['page', 'frame'])(
    'on which a chat has just appeared gets the clicks meant for it (%s)',
    async (transport) => {
      const page = await site.open({ key: (await widget()).key, transport });
      await launcher(page).waitFor();
      await page.locator('#help').evaluate((button) =>
        Object.assign(button, {
          style: 'position:fixed;right:80px;bottom:240px',
          onclick: () => (globalThis as unknown as { heard: [string][] }).heard.push(['help']),
        }),
      );
      const { x, y } = (await page.locator('#help').boundingBox()) as { x: number; y: number };
      const click = () => page.mouse.click(x + 5, y + 5);
      const clock = await page.context().newCDPSession(page);
      await clock.send('Animation.enable');
      // The moment in which it appears lasts as long as the test looks at it.
      await clock.send('Animation.setPlaybackRate', { playbackRate: 0 });
      await page.evaluate('svcChat.handle.open()');
      await page.locator('svc-chat .panel').waitFor();
      await click();
      expect(await heardBy(page, 'help')).toHaveLength(1);
      await clock.send('Animation.setPlaybackRate', { playbackRate: 1 });
      const inside = transport === 'page' ? page : page.frameLocator('svc-chat iframe');
      await inside.locator('textarea').click();
      await inside.locator('textarea:focus').waitFor();
      await click();
      expect(await heardBy(page, 'help')).toHaveLength(1);
    },
  );

  it.each([
    ['an unknown key', 'svc_pub_none', 'INVALID_API_KEY', true],
    ['a secret key, which is sent nowhere', 'svc_live_none', 'LIVE_KEY_NOT_ALLOWED', false],
  ])('learns at once that it has %s', async (_what, key, code, isAsked) => {
    site.asked.clear();
    const page = await site.open({ key });
    expect((await heardOften(page, 'onError', 1))[0]).toBe(code);
    expect(site.asked.has('/api/public/chat/config')).toBe(isAsked);
    expect(await page.locator('svc-chat').count()).toBe(0);
  });

  it('within a sandbox, which has no origin, gets no chat and no session', async () => {
    const { key } = await widget();
    const page = await site.open({ key: 'svc_pub_none' });
    const inner = new URL(page.url());
    inner.searchParams.set('key', key);
    for (const src of [inner.href, `${site.api}/widget/frame?key=${key}`]) {
      await page.evaluate((address) => {
        const { document } = globalThis as unknown as {
          document: { createElement(tag: string): object; body: { append(e: object): void } };
        };
        const frame = document.createElement('iframe');
        document.body.append(Object.assign(frame, { sandbox: 'allow-scripts', src: address }));
      }, src);
    }
    const frame = (await eventually(async () => page.frames().find((each) => each.url() === inner.href))) as Frame;
    const heard = () =>
      frame.evaluate(
        'typeof heard === "undefined" ? [] : heard.filter(([name]) => name === "onError").map(([, code]) => code)',
      );
    expect(await eventually(async () => ((await heard()) as string[])[0])).toBe('ORIGIN_NOT_ALLOWED');
    expect(await frame.locator('svc-chat').count()).toBe(0);
    const begun = await api
      .db('conversations')
      .where({ account_id: cast.account.accountId })
      .whereNot({ channel: 'chat' });
    expect(begun).toEqual([]);
  });

  it('that hides everything and bends the language still has a chat that is seen and works', async () => {
    const { key } = await widget();
    const page = await prepared(
      `Array.prototype.toJSON = function () { return 'bent'; };
       Array.prototype.first = function () { return this[0]; };
       Object.prototype.extra = 'bent';
       document.addEventListener('DOMContentLoaded', () => {
         const style = document.createElement('style');
         style.textContent = 'body * { display: none !important; visibility: hidden !important; opacity: 0 !important;' +
           ' pointer-events: none !important; position: static !important; transform: scale(0) !important; color: red !important }';
         document.head.append(style);
       });`,
      key,
    );
    await say(page, 'Hello');
    expect(await launcher(page).isVisible()).toBe(true);
    expect(await input(page).isVisible()).toBe(true);
    await page.reload();
    await rows(page, 'bot').first().waitFor();
    await say(page, 'My name is Ana');
    expect(await textOf(page, 'user')).toEqual(['Hello', 'My name is Ana']);
    expect(await textOf(page, 'bot')).toHaveLength(2);
    await page.screenshot({ path: `${screens}/hostile.png` });
    expect(await heardBy(page, 'onError')).toEqual([]);
  });
});

describe('contacts that a page makes', () => {
  const send = async (page: Page, email: string) => {
    const form = page.locator('svc-chat .form');
    await form.getByLabel('Email').fill(email);
    await form.getByRole('button', { name: 'Send' }).click();
  };

  it('are leads where the widget lets it, and refused where it does not', async () => {
    const allowed = await widget({ request_contact: true });
    const refused = await widget();
    // The origins for preflights are read every five seconds.
    clock.aheadMs = 6_000;
    site.asked.clear();
    const page = await openWindow(site, { key: allowed.key, 'request-contact': '' });
    const email = `page-${newId()}@example.com`;
    await send(page, email);
    const [leadId] = (await heardOften(page, 'onLeadCaptured', 1)) as string[];
    expect(await api.db('leads').where({ id: leadId }).first()).toMatchObject({ email, needs_opt_in: true });
    // The page paid with the same proof as a form.
    expect(site.asked.get('/api/widget/v1/pow-challenge')).toBeGreaterThanOrEqual(1);
    const other = await openWindow(site, { key: refused.key, 'request-contact': '' });
    const unwanted = `page-${newId()}@example.com`;
    await send(other, unwanted);
    expect((await heardOften(other, 'onError', 1))[0]).toBe('CAPTURE_FAILED');
    expect(await other.locator('svc-chat .form [role=alert]').textContent()).not.toBe('');
    expect(await api.db('leads').where({ email: unwanted })).toEqual([]);
  });
});

describe('a chat that has had enough for the day', () => {
  it('says so to the page, and sends what waits once there is room', async () => {
    const { id, key } = await widget({ limits: { turns_per_day: 1 } });
    const page = await openWindow(site, { key });
    await say(page, 'Hello');
    // A browser doesn’t wait a day for this test.
    site.fault = (_req, res) => {
      const set = res.setHeader.bind(res);
      res.setHeader = (name, value) => set(name, name.toLowerCase() === 'retry-after' ? '1' : value);
      return false;
    };
    const text = `One more ${newId()}`;
    await input(page).fill(text);
    await input(page).press('Enter');
    expect((await heardOften(page, 'onError', 1))[0]).toBe('RATE_LIMITED');
    expect(await saidOf(text)).toEqual([]);
    await cast.account
      .request('patch', `/widgets/${id}`)
      .send({ limits: { turns_per_day: 10 } })
      .expect(200);
    await rows(page, 'bot').nth(1).waitFor();
    expect(await saidOf(text)).toHaveLength(1);
    expect(await heardBy(page, 'onError')).toEqual(['RATE_LIMITED']);
  });
});

describe('a session', () => {
  it.each([
    ['the next day continues the same chat', 1.5, true],
    ['after its thirty days starts over', 31, false],
  ])('%s, and what is said is said once', async (_what, days, same) => {
    const page = await opened();
    await say(page, 'Hello');
    const session = await page.evaluate('svcChat.handle.getSessionId()');
    clock.aheadMs = days * DAY_MS;
    const text = `Still there? ${newId()}`;
    await say(page, text);
    expect(await saidOf(text)).toHaveLength(1);
    expect((await page.evaluate('svcChat.handle.getSessionId()')) === session).toBe(same);
    expect(await heardBy(page, 'onError')).toEqual([]);
  });
});
