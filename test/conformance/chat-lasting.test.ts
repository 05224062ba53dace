import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newId } from '../../runtime/ids.js';
import { testConfig, useApi } from '../support/api.js';
import { openBrowser } from '../support/browser.js';
import { type ChatSite, chatSite, faultsOf, heardBy, heardOften } from '../support/chat-pages.js';
import { input, launcher, openWindow, rows, say, textOf } from '../support/chat-window.js';
import { type Cast, castOf } from '../support/conversations.js';
import { eventually } from '../support/eventually.js';
import { addUser, type TestUser } from '../support/users.js';

const config = testConfig();
const api = useApi({}, { config });
let browser: Browser;
let site: ChatSite;
let cast: Cast;
let eva: TestUser;

beforeAll(async () => {
  browser = await openBrowser();
  site = await chatSite(browser, api.app);
  Object.assign(config, { PUBLIC_URL: site.api });
  cast = await castOf(api, { agent: 'solar' });
  eva = await addUser(api, cast.account.accountId, 'operator');
}, 600_000);
afterEach(async () => {
  site.fault = undefined;
  await Promise.all(browser.contexts().map((context) => context.close()));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Makes a widget whose proofs cost little. */
async function widget(more: object = {}): Promise<{ id: string; key: string; secret: string }> {
  const body = { name: 'Shop', workflow_id: cast.agentId, allowed_domains: ['localhost'], pow: { base_number: 1_000 } };
  const answer = await cast.account
    .request('post', '/widgets')
    .send({ ...body, ...more })
    .expect(201);
  return { ...answer.body.widget, secret: answer.body.identity_secret };
}

/** The conversation in which something was said. */
const conversationOf = async (text: string): Promise<string> =>
  (await api.db('conversation_messages').where({ account_id: cast.account.accountId, text }).first())!.conversation_id;

const writes = async (conversation: string, text: string) =>
  eva.request('post', `/conversations/${conversation}/messages`).send({ text }).expect(201);

/** A browser whose clock can be put forward. */
async function timed() {
  const context = await browser.newContext();
  await context.clock.install();
  return { context, pass: (ms: number) => context.clock.fastForward(ms) };
}

/** A visitor who has said something, in a browser whose clock can be put forward. */
async function begun() {
  const { key } = await widget();
  const { context, pass } = await timed();
  const page = await openWindow(site, { key }, { context });
  const text = `Hello ${newId()}`;
  await say(page, text);
  return { page, pass, text, conversation: await conversationOf(text) };
}

describe('a person', () => {
  it('who writes unasked is read without that the visitor says more, and seen at the button where the chat is closed', async () => {
    const { page, pass, text, conversation } = await begun();
    await writes(conversation, 'Eva here. May I help?');
    await pass(15_000);
    await rows(page, 'agent').waitFor();
    await page.getByText('You are talking with our team').waitFor();
    expect(await heardOften(page, 'onMessage', 3)).toEqual([
      { role: 'user', text },
      { role: 'bot', text: expect.any(String) },
      { role: 'bot', text: 'Eva here. May I help?' },
    ]);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close the chat' }).click();
    await writes(conversation, 'Are you still there?');
    await pass(15_000);
    await page.locator('svc-chat .badge', { hasText: '1' }).waitFor();
  });
});

describe('a conversation that was closed', () => {
  it('and continues with a person’s answer is read by a visitor who returns to the chat', async () => {
    const { page, pass, conversation } = await begun();
    await writes(conversation, 'Eva here.');
    await pass(15_000);
    await rows(page, 'agent').waitFor();
    await eva.request('post', `/conversations/${conversation}/close`).send({}).expect(200);
    await pass(15_000);
    const ended = page.getByText('This conversation has ended.');
    await ended.waitFor();
    await writes(conversation, 'One thing more.');
    await page.getByRole('button', { name: 'Close the chat' }).click();
    await launcher(page).click();
    await rows(page, 'agent').filter({ hasText: 'One thing more.' }).waitFor();
    await ended.waitFor({ state: 'hidden' });
    // From then on it is heard as ever.
    await writes(conversation, 'And another.');
    await pass(15_000);
    await rows(page, 'agent').filter({ hasText: 'And another.' }).waitFor();
  });
});

describe('a frame', () => {
  it('that a page embeds without a script has a separate chat', async () => {
    const { key } = await widget();
    const page = await site.open({});
    await embed(page, `${site.api}/widget/frame?key=${key}`);
    const inside = page.frameLocator('iframe');
    await inside.locator('textarea').fill('Hello from a frame');
    await inside.locator('textarea').press('Enter');
    await inside.locator('.list .row.bot').first().waitFor();
    expect(await page.locator('svc-chat').count()).toBe(0);
    await inside.locator('textarea').fill('And one thing more');
    await inside.locator('textarea').press('Enter');
    await inside.locator('.list .row.bot').nth(1).waitFor();
    const said = await inside.locator('.list .row.user .bubble').allTextContents();
    expect(said).toEqual(['Hello from a frame', 'And one thing more']);
  });
});

const embed = (page: Page, src: string) =>
  page.evaluate((address) => {
    const { document } = globalThis as unknown as {
      document: { createElement(tag: string): object; body: { append(e: object): void } };
    };
    document.body.append(Object.assign(document.createElement('iframe'), { src: address, width: 400, height: 600 }));
  }, src);

describe('a service', () => {
  it('that answers nothing for long is asked again, and what was said is taken and shown once', async () => {
    const { key } = await widget();
    const { context, pass } = await timed();
    const page = await openWindow(site, { key }, { context });
    const held: (() => void)[] = [];
    site.fault = (req, res) => {
      if (req.method !== 'POST' || !req.url?.includes('/turn') || held.length > 0) return false;
      // It accepts the message, but its response is lost.
      const end = res.end.bind(res);
      res.end = (...given: unknown[]) => {
        held.push(() => void Reflect.apply(end, res, given));
        return res;
      };
      return false;
    };
    const text = `Slowly ${newId()}`;
    await input(page).fill(text);
    await input(page).press('Enter');
    await eventually(async () => (held.length > 0 ? true : undefined));
    await pass(15_000);
    await pass(2_000);
    await rows(page, 'bot').first().waitFor();
    for (const release of held) release();
    expect(await textOf(page, 'user')).toEqual([text]);
    expect(await textOf(page, 'bot')).toHaveLength(1);
    expect(await heardBy(page, 'onError')).toEqual([]);
  });
});

describe('how a chat does', () => {
  it('is reported when its page closes: waiting times and errors', async () => {
    const { id, key } = await widget({ limits: { turns_per_day: 1 } });
    const page = await openWindow(site, { key });
    await say(page, 'Hello');
    await input(page).fill('One too many');
    await input(page).press('Enter');
    expect(await heardOften(page, 'onError', 1)).toEqual(['RATE_LIMITED']);
    await page.goto('about:blank');
    const told = await eventually(async () => {
      const { body } = await cast.account.request('get', `/widgets/${id}/telemetry`).expect(200);
      return body.telemetry.length > 0 ? (body.telemetry as { type: string; code: string | null }[]) : undefined;
    });
    expect(told.map(({ type, code }) => [type, code])).toEqual(
      expect.arrayContaining([
        ...[
          ['load', null],
          ['open', null],
          ['pow_ms', null],
          ['turn_ms', null],
          ['error', 'RATE_LIMITED'],
        ],
      ]),
    );
  });
});

describe('a visitor who is signed in on the site', () => {
  it('is known to the agent without a form', async () => {
    const { key, secret } = await widget();
    const email = `${newId()}@example.com`;
    const lead = await cast.account.request('post', '/leads').send({ first_name: 'Ana', email }).expect(201);
    const hash = createHmac('sha256', secret).update(email).digest('hex');
    const page = await site.open({});
    await page.waitForFunction('svcChat.init');
    await page.evaluate(`svcChat.init(${JSON.stringify({ key, baseUrl: site.api, user: { email, hash } })})`);
    await launcher(page).click();
    const text = `Hello ${newId()}`;
    await say(page, text);
    const row = await api
      .db('conversations')
      .where({ id: await conversationOf(text) })
      .first();
    expect(row).toMatchObject({ lead_id: lead.body.lead.id, verified: true });
  });
});
