import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type DeliveryDependencies, deliver } from '../../../activities/send.js';
import { openWork } from '../../../db/work.js';
import { createEmailProviders } from '../../../providers/email/index.js';
import { readMail } from '../../../providers/email/read-mail.js';
import { newId } from '../../../runtime/ids.js';
import { createLogger } from '../../../runtime/logger.js';
import { createSecretBox } from '../../../runtime/secret-box.js';
import { createTokenSigner } from '../../../runtime/signed-token.js';
import { advanceRun } from '../../../services/cadence/advance-run.js';
import { recordOutcome } from '../../../services/cadence/record-outcome.js';
import { findSender } from '../../../services/channels/senders.js';
import { createMailLinks, createTrackingLinks, createUnsubscribeLinks } from '../../../services/messages/mail-links.js';
import type { SendDependencies } from '../../../services/messages/send.js';
import { judgeHits } from '../../../services/messages/tracking.js';
import { addSender, publishAgent } from '../../support/agents.js';
import { TEST_SECRET, useApi } from '../../support/api.js';
import { inTime } from '../../support/in-time.js';
import { addAgent, addLead, addMessage, addRun, eventKinds } from '../../support/messaging.js';
import { SmtpSink } from '../../support/smtp-server.js';

const api = useApi();
const links = createTrackingLinks([TEST_SECRET], 'http://las.test');
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TARGET = 'https://example.com/offer?a=1&b=2#top';

async function sent(columns: object = {}) {
  const account = await api.account();
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account));
  const sentAt = new Date(Date.now() - 60_000);
  const message = await addMessage(api.db, lead, run, { status: 'sent', sent_at: sentAt, ...columns });
  const { accountId } = account;
  return {
    account,
    lead,
    open: new URL(links.openUrl(accountId, message.id)).pathname,
    click: (url = TARGET) => new URL(links.clickUrl(accountId, message.id, url) ?? '').pathname,
    message: () => api.db('messages').where({ id: message.id }).first(),
    engagement: () => api.db('lead_engagement').where({ lead_id: lead.id }).first(),
    kinds: () => eventKinds(api.db, lead.id),
  };
}

const follow = (path: string, headers: Record<string, string> = {}) =>
  supertest(api.app)
    .get(path)
    .set({ 'User-Agent': BROWSER, ...headers });

/** Judges what was requested, as the worker does `after` milliseconds later. */
const judged = (after = 4_000) =>
  judgeHits({
    db: api.db,
    clock: { now: () => new Date(Date.now() + after) },
    dispatch: () => undefined,
    logger: createLogger('silent', 'test'),
  });

describe('the image in a tracked mail', () => {
  it('reports the first open of the email, and serves an image that is not cached', async () => {
    const fixture = await sent();
    const answer = await follow(fixture.open);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'image/gif']);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect(answer.body.subarray(0, 6).toString()).toBe('GIF89a');
    expect(answer.headers['set-cookie']).toBeUndefined();
    await Promise.all([follow(fixture.open), follow(fixture.open)]);
    await judged();
    expect(await fixture.message()).toMatchObject({ status: 'read', read_at: expect.any(Date) });
    expect(await fixture.engagement()).toMatchObject({ opened_count: 1 });
    expect((await fixture.kinds()).filter((kind) => kind === 'email.opened')).toHaveLength(1);
  });

  it('settles a message whose outcome was unknown', async () => {
    const fixture = await sent({ status: 'unknown', sent_at: null, claimed_at: new Date(Date.now() - 60_000) });
    await follow(fixture.open);
    await judged();
    expect(await fixture.message()).toMatchObject({ status: 'read', settled_by: 'receipt' });
  });
});

describe('a link in a tracked mail', () => {
  it('leads to its target and counts the first click on each', async () => {
    const fixture = await sent();
    for (let at = 0; at < 3; at += 1) {
      const answer = await follow(fixture.click());
      expect([answer.status, answer.headers.location]).toEqual([302, TARGET]);
      expect(answer.headers['referrer-policy']).toBe('no-referrer');
    }
    await judged();
    await follow(fixture.click('https://example.com/other'));
    await judged();
    expect(await fixture.engagement()).toMatchObject({ clicked_count: 2 });
    const { body } = await fixture.account.request('get', '/events').query({ types: 'message.clicked' });
    expect(body.events.map(({ data }: { data: { url: string } }) => data.url)).toEqual([
      TARGET,
      'https://example.com/other',
    ]);
    const [first] = await api.db('message_clicks').where({ lead_id: fixture.lead.id, url: TARGET });
    expect(first!.n).toBe(3);
  });

  it('leads to a target that is written in any script', async () => {
    const fixture = await sent();
    const greeting = 'https://wa.me/34600111222?text=Hola 👋';
    const { account_id, id } = (await fixture.message())!;
    const raw = createTokenSigner([TEST_SECRET], 'tracking').sign(['c', account_id, id, greeting]);
    for (const path of [fixture.click(greeting), `/t/${raw}`]) {
      const answer = await follow(path);
      expect([answer.status, answer.headers.location]).toEqual([
        302,
        'https://wa.me/34600111222?text=Hola%20%F0%9F%91%8B',
      ]);
    }
  });

  it('stays as it is where its target is too long to be read again', async () => {
    const fixture = await sent();
    const target = (n: number) => `https://example.com/${'ñ'.repeat(n)}`;
    expect((await follow(fixture.click(target(160)))).headers.location).toBe(new URL(target(160)).href);
    expect(links.clickUrl(fixture.account.accountId, fixture.lead.id, target(900))).toBeUndefined();
  });

  it('leads on when the message is gone', async () => {
    const fixture = await sent();
    await fixture.account.request('post', `/leads/${fixture.lead.id}/erase`).expect(200);
    expect((await follow(fixture.click())).headers.location).toBe(TARGET);
    expect(await api.db('message_clicks').where({ lead_id: fixture.lead.id })).toEqual([]);
  });

  it('leads nowhere that was not signed for it', async () => {
    const fixture = await sent();
    const [body, signature] = fixture.click().slice(3).split('.') as [string, string];
    const parts = JSON.parse(Buffer.from(body, 'base64url').toString());
    parts[4] = 'https://evil.example/';
    const forged = Buffer.from(JSON.stringify(parts)).toString('base64url');
    const other = createTokenSigner([TEST_SECRET], 'unsubscribe').sign(['c', 'a', 'b', 'https://evil.example/']);
    for (const token of [`${forged}.${signature}`, `${body}.x`, other, 'x', `${body}.${signature}x`]) {
      const answer = await follow(`/t/${token}`);
      expect([answer.status, answer.headers.location]).toEqual([404, undefined]);
    }
    expect((await follow(`${fixture.click()}?url=https://evil.example/`)).headers.location).toBe(TARGET);
  });
});

describe('a machine', () => {
  const events = async (leadId: string) =>
    (await api.db('events').where({ lead_id: leadId }).orderBy('seq')).map(({ type, data }) => {
      const { url, is_machine, machine_reason } = JSON.parse(data);
      return [type, url ?? null, is_machine, machine_reason];
    });

  it('is led on and reported once with its reason, and nothing follows from it', async () => {
    const fixture = await sent({ sent_at: new Date(Date.now() - 60_000) });
    const before = await fixture.message();
    const agents = ['', 'Mozilla/5.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'curl/8.5.0'];
    for (const headers of [...agents.map((agent) => ({ 'User-Agent': agent })), { 'Sec-Purpose': 'prefetch' }]) {
      expect((await follow(fixture.open, headers)).status).toBe(200);
      expect((await follow(fixture.click(), headers)).status).toBe(302);
    }
    await judged();
    expect(await events(fixture.lead.id)).toEqual([
      ['email.machine_opened', null, true, 'user_agent'],
      ['message.machine_clicked', TARGET, true, 'user_agent'],
    ]);
    expect(await fixture.message()).toEqual(before);
    expect(await fixture.engagement()).toBeUndefined();
    expect(await api.db('outbox').where({ account_id: fixture.account.accountId })).toEqual([]);
    const { body } = await fixture.account.request('get', `/leads/${fixture.lead.id}/history`).expect(200);
    expect(body.history.at(-1)).toMatchObject({
      activity_type: 'message.machine_clicked',
      is_machine: true,
      machine_reason: 'user_agent',
      description: expect.stringContaining('it identifies itself as a program'),
    });
    // A person who comes after it counts.
    await follow(fixture.click());
    await judged();
    expect((await events(fixture.lead.id)).at(-1)).toEqual(['message.clicked', TARGET, false, null]);
    expect(await fixture.engagement()).toMatchObject({ clicked_count: 1 });
  });

  it('is also known by its second link, before the first one has an effect', async () => {
    const fixture = await sent();
    await Promise.all([
      follow(fixture.open),
      follow(fixture.click()),
      follow(fixture.click('https://example.com/other')),
    ]);
    await judged(2_000);
    expect(await fixture.kinds()).toEqual([]);
    await judged();
    expect((await fixture.kinds()).sort()).toEqual([
      'email.machine_opened',
      'message.machine_clicked',
      'message.machine_clicked',
    ]);
    expect(await api.db('message_hits').where({ lead_id: fixture.lead.id })).toEqual([]);
  });

  it('is known by a HEAD request before its GET, and by a request right after the delivery', async () => {
    const fixture = await sent();
    expect((await supertest(api.app).head(fixture.click()).set('User-Agent', BROWSER)).status).toBe(302);
    await follow(fixture.click());
    const quick = await sent({ sent_at: new Date() });
    await follow(quick.open);
    await judged();
    expect(await events(fixture.lead.id)).toEqual([['message.machine_clicked', TARGET, true, 'head_request']]);
    expect(await events(quick.lead.id)).toEqual([['email.machine_opened', null, true, 'at_delivery']]);
  });

  it('isn’t the proxy through which Gmail shows images when a person opens the mail', async () => {
    const fixture = await sent();
    await follow(fixture.open, {
      'User-Agent': 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    });
    await judged();
    expect(await events(fixture.lead.id)).toEqual([['email.opened', null, false, null]]);
  });

  it('counts like a person where the account asks for it, and still carries its reason', async () => {
    const fixture = await sent();
    const { accountId } = fixture.account;
    await api.db('accounts').where({ id: accountId }).update({ machine_engagement: 'count' });
    await follow(fixture.open, { 'User-Agent': 'Mozilla/5.0' });
    await judged();
    expect(await events(fixture.lead.id)).toEqual([['email.opened', null, true, 'privacy_proxy']]);
    expect(await fixture.engagement()).toMatchObject({ opened_count: 1 });
  });

  it('is judged once, however many judge at once, and not at all when its lead is erased first', async () => {
    const [fixture, gone] = [await sent(), await sent()];
    await follow(fixture.click());
    await follow(gone.click());
    await gone.account.request('post', `/leads/${gone.lead.id}/erase`).expect(200);
    await Promise.all([judged(), judged(), judged()]);
    expect(await fixture.kinds()).toEqual(['message.delivered', 'message.clicked']);
    expect(await fixture.engagement()).toMatchObject({ clicked_count: 1, delivered_count: 1 });
    expect(await gone.kinds()).not.toContain('message.clicked');
    expect(await api.db('message_hits').where({ lead_id: gone.lead.id })).toEqual([]);
  });

  it('that fills a mail with requests leaves a bounded number of rows', async () => {
    const fixture = await sent();
    const row = { message_id: (await fixture.message())!.id, account_id: fixture.account.accountId };
    const at = new Date();
    const hit = () => ({ id: newId(), ...row, lead_id: fixture.lead.id, url: null, hit_at: at, due_at: at });
    await api.db('message_hits').insert(Array.from({ length: 100 }, hit));
    await follow(fixture.click());
    expect(await api.db('message_hits').where({ message_id: row.message_id })).toHaveLength(100);
    await judged();
    expect(await fixture.kinds()).toEqual(['email.opened']);
  });
});

describe('a mail of a cadence', () => {
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await SmtpSink.start();
  });
  afterAll(() => sink.stop());

  /** Sends one as the worker does, and answers how its row keeps it and what arrived. */
  async function leave(flags: object, columns: object = {}) {
    const account = await api.account();
    const senderId = await addSender(api.db, account.accountId, sink.port);
    await account.request('patch', `/email-senders/${senderId}`).send(flags).expect(200);
    if (Object.keys(columns).length > 0) await api.db('email_senders').where({ id: senderId }).update(columns);
    const html = `<p>Hi <a href="${TARGET.replace('&', '&amp;')}">offer</a></p><a href="{{ unsubscribe_url }}">No more</a>`;
    const agentId = await publishAgent(api.db, account.accountId, [
      { type: 'message', subject: 'Hi', content: 'Hello', html },
    ]);
    const lead = await addLead(api.db, account.accountId);
    const run = await addRun(api.db, lead, agentId);
    const deps: SendDependencies = {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: (kind, accountId, id) => findSender(api.db, kind, accountId, id),
      heldBack: async () => undefined,
    };
    const now = new Date(Date.now() + 1_000);
    const first = await api.db.transaction((tx) => advanceRun(openWork(tx, now), run.id, deps));
    if (!('send' in first)) throw new Error(`not sent: ${JSON.stringify(first)}`);
    const email = createEmailProviders(api.db, { privateHosts: ['127.0.0.1:*'] });
    const outcome = await deliver(
      { email, box: createSecretBox([TEST_SECRET]) } as unknown as DeliveryDependencies,
      first.send.prepared,
      inTime(),
    );
    await api.db.transaction((tx) => recordOutcome(openWork(tx, now), first.send, outcome));
    const messages = () => api.db('messages').where({ lead_id: lead.id });
    // A person reads it a minute later.
    await messages().update({ sent_at: new Date(now.getTime() - 60_000) });
    const [mail] = sink.to(lead.email ?? '');
    const { html: arrived } = await readMail(Buffer.from(mail?.raw ?? ''));
    const unsubscribe = createUnsubscribeLinks([TEST_SECRET], 'http://las.test').urlFor(account.accountId, lead.id);
    const stored = html.replace('{{ unsubscribe_url }}', unsubscribe);
    expect((await messages().first())!.html).toBe(stored);
    expect(mail?.headers['list-unsubscribe']).toContain(`<${unsubscribe}>`);
    const [offer = '', leaving] = [...(arrived ?? '').matchAll(/href="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(leaving).toBe(unsubscribe);
    return {
      arrived,
      stored,
      offer: offer.replace('&amp;', '&'),
      image: /<img src="([^"]+)"/.exec(arrived ?? '')?.[1],
      row: () => messages().first(),
      kinds: () => eventKinds(api.db, lead.id),
    };
  }

  it('leaves as it was written where its sender asks for nothing', async () => {
    const { arrived, stored } = await leave({});
    expect(arrived?.trim()).toBe(stored);
  });

  it('carries the image, and only that, where its sender wants to learn of openings', async () => {
    const { offer, image, row, kinds } = await leave({ track_opens: true });
    expect(offer).toBe(TARGET);
    expect((await follow(new URL(image ?? '').pathname)).status).toBe(200);
    await judged();
    expect(await row()).toMatchObject({ status: 'read' });
    expect(await kinds()).toContain('email.opened');
  });

  it('carries links that lead to their targets, and no image, where its sender wants to learn of clicks', async () => {
    const { offer, image, kinds } = await leave({ track_clicks: true });
    expect(image).toBeUndefined();
    expect(offer).toMatch(/^http:\/\/las\.test\/t\//);
    const answer = await follow(new URL(offer).pathname);
    expect([answer.status, answer.headers.location]).toEqual([302, TARGET]);
    await judged();
    expect(await kinds()).toContain('message.clicked');
  });

  it('uses the tracking domain of its sender once it is verified, and not before', async () => {
    const flags = { track_opens: true, track_clicks: true, tracking_domain: 'Links.Example.com' };
    const before = await leave(flags);
    expect([before.offer, before.image].map((url) => new URL(url ?? '').origin)).toEqual(
      Array(2).fill('http://las.test'),
    );
    const { offer, image } = await leave(flags, { tracking_verified_at: new Date() });
    expect([offer, image].map((url) => new URL(url ?? '').origin)).toEqual(Array(2).fill('https://links.example.com'));
    expect((await follow(new URL(offer).pathname)).headers.location).toBe(TARGET);
  });
});

describe('an email sender', () => {
  it('tracks nothing by default', async () => {
    const account = await api.account();
    const made = await account.request('post', '/email-senders').send({ name: 'A', from_email: 'a@example.com' });
    expect(made.body.email_sender).toMatchObject({ track_opens: false, track_clicks: false });
    const path = `/email-senders/${made.body.email_sender.id}`;
    const changed = await account.request('patch', path).send({ track_opens: true });
    expect(changed.body.email_sender).toMatchObject({ track_opens: true, track_clicks: false });
    expect((await account.request('get', path)).body).toEqual(changed.body);
  });

  it.each(['localhost', '127.0.0.1', 'https://links.example.com', 'links.example.com/t', 'a..example.com', 'a b.com'])(
    'refuses %s as a tracking domain',
    async (tracking_domain) => {
      const account = await api.account();
      const body = { name: 'A', from_email: 'a@example.com', tracking_domain };
      const { status, body: answer } = await account.request('post', '/email-senders').send(body);
      expect([status, answer.details.errors]).toEqual([
        400,
        [{ field: '/tracking_domain', message: 'must be a domain, such as links.example.com' }],
      ]);
    },
  );
});
