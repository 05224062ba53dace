import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook as Judge } from 'standardwebhooks';
import { Webhook as SvixJudge } from 'svix';
import { newId } from '../../runtime/ids.js';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { type TestAccount, useApi } from '../support/api.js';
import { statementsOf } from '../support/statements.js';
import { type ReceivedWebhook, startReceiver } from '../support/webhook-receiver.js';
import { addEvents, createWalker, openFetch } from '../support/webhooks.js';

const api = useApi({ WEBHOOK_PRIVATE_HOSTS: '127.0.0.1:*' });
const fetch = openFetch();
/** The fetch of an installation that opens no private address. */
const closed = createSafeFetch();
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let account: TestAccount;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PAUSES = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  await Promise.all([fetch.close(), closed.close()]);
});
beforeEach(async () => {
  receiver.clear();
  account = await api.account();
});

async function addWebhook(more: object = {}) {
  const sent = { url: receiver.url, events: ['*'], ...more };
  const { body } = await account.request('post', '/webhooks').send(sent).expect(201);
  return { id: body.webhook.id as string, secret: body.secret as string, publicKey: body.webhook.public_key as string };
}
const log = async (id: string) =>
  (await account.request('get', `/webhooks/${id}/deliveries?limit=200`).expect(200)).body.deliveries;
const get = async (id: string) => (await account.request('get', `/webhooks/${id}`).expect(200)).body.webhook;
const sequences = () => receiver.received.map(({ payload }) => payload.sequence);
const events = (n: number, more: object = {}) =>
  addEvents(
    api.db,
    account.accountId,
    Array.from({ length: n }, () => more),
  );

/** Verifies the `v1a` signature of a request with a public key, as the standard describes it. */
function verifyAsymmetric({ headers, body }: ReceivedWebhook, publicKey: string): boolean {
  const signature = String(headers['webhook-signature']);
  const x = Buffer.from(publicKey.slice('whpk_'.length), 'base64').toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`);
  return signature
    .split(' ')
    .filter((each) => each.startsWith('v1a,'))
    .some((each) => verify(null, signed, key, Buffer.from(each.slice('v1a,'.length), 'base64')));
}
const headersOf = ({ headers }: ReceivedWebhook) => headers as Record<string, string>;

describe('a delivered event', () => {
  it('is verified by other implementations of the standard, with both kinds of signatures', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    const [event] = await events(1, { data: { changed: ['company'] }, before: { 'lead.company': 'Acme' } });
    expect(await walker.deliver(webhook.id)).toEqual({ closed: true, status: 'idle' });
    const [got] = receiver.received as [ReceivedWebhook];
    expect(new Judge(webhook.secret).verify(got.body, headersOf(got))).toEqual(got.payload);
    expect(new SvixJudge(webhook.secret).verify(got.body, headersOf(got))).toEqual(got.payload);
    expect(() => new Judge(webhook.secret).verify(`${got.body} `, headersOf(got))).toThrow();
    expect(verifyAsymmetric(got, webhook.publicKey)).toBe(true);
    expect(got.payload).toMatchObject({
      type: 'lead.updated',
      event_type: 'lead.updated',
      event_id: event?.id,
      webhook_id: webhook.id,
      delivery_id: got.id,
      sequence: 1,
      client_id: account.accountId,
      test: false,
      api_version: '2026-01',
      origin: { kind: 'api', id: null, depth: 0 },
      data: { lead_id: null, changed: ['company'], previous_values: { 'lead.company': 'Acme' } },
    });
    expect(await log(webhook.id)).toEqual([
      expect.objectContaining({ id: got.id, status: 'delivered', attempts: 1, response_status: 200, sequence: 1 }),
    ]);
  });

  it('is signed with the earlier secret too for a day after a rotation', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    const { body } = await account.request('post', `/webhooks/${webhook.id}/rotate`).expect(200);
    expect(body.secret).not.toBe(webhook.secret);
    expect(body.webhook.public_key).not.toBe(webhook.publicKey);
    await events(1);
    await walker.deliver(webhook.id);
    walker.pass(25 * HOUR);
    await events(1);
    await walker.deliver(webhook.id);
    const [during, after] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
    const opens = (one: ReceivedWebhook, secret: string) =>
      // The judge also compares the time of the request with the clock.
      String(one.headers['webhook-signature']).includes(
        new Judge(secret).sign(one.id, new Date(Number(one.headers['webhook-timestamp']) * 1000), one.body),
      );
    expect([opens(during, webhook.secret), opens(during, body.secret)]).toEqual([true, true]);
    expect([opens(after, webhook.secret), opens(after, body.secret)]).toEqual([false, true]);
    expect(verifyAsymmetric(during, webhook.publicKey)).toBe(true);
    expect(verifyAsymmetric(after, webhook.publicKey)).toBe(false);
    expect(verifyAsymmetric(after, body.webhook.public_key)).toBe(true);
  });

  it('is one that the webhook chose, by kind, by group or all', async () => {
    const walker = createWalker(api.db, fetch);
    const some = await addWebhook({ events: ['message.*', 'lead.created'] });
    await addEvents(api.db, account.accountId, [
      { type: 'lead.created' },
      { type: 'lead.updated' },
      { type: 'message.sent' },
      { type: 'message.read' },
      { type: 'meeting.scheduled' },
    ]);
    await walker.deliver(some.id);
    expect(receiver.received.map(({ payload }) => payload.type)).toEqual([
      'lead.created',
      'message.sent',
      'message.read',
    ]);
    expect(sequences()).toEqual([1, 2, 3]);
  });

  it('includes the objects that the webhook asks for', async () => {
    const walker = createWalker(api.db, fetch);
    const { body } = await account.request('post', '/leads').send({ first_name: 'Ana' }).expect(201);
    const webhook = await addWebhook({ include: ['lead', 'message'], events: ['lead.updated'] });
    await account.request('patch', `/leads/${body.lead.id}`).send({ company: 'Acme' }).expect(200);
    await walker.deliver(webhook.id);
    const [got] = receiver.received as [ReceivedWebhook];
    expect(got.payload.data).toMatchObject({ lead: { id: body.lead.id, company: 'Acme' }, message: null });
  });

  it('carries nothing of a lead that was erased before a retry', async () => {
    const walker = createWalker(api.db, fetch);
    const { body } = await account.request('post', '/leads').send({ first_name: 'Zacharias' }).expect(201);
    const webhook = await addWebhook({ include: ['lead'], events: ['lead.updated'] });
    const change = { company: 'Wildgrube', last_name: 'Mondschein' };
    await account.request('patch', `/leads/${body.lead.id}`).send(change).expect(200);
    receiver.answer(() => 500);
    const step = await walker.deliver(webhook.id);
    await account.request('post', `/leads/${body.lead.id}/erase`).send({}).expect(200);
    receiver.answer(() => 200);
    walker.passTo(step);
    await walker.deliver(webhook.id);
    const [first, second] = receiver.received as [ReceivedWebhook, ReceivedWebhook];
    expect(second.id).toBe(first.id);
    expect(first.body).toMatch(/Zacharias.*Mondschein|Mondschein.*Zacharias/);
    expect(second.body).not.toMatch(/Zacharias|Mondschein|Wildgrube/);
    expect(second.payload.data).toEqual({ lead_id: body.lead.id, workflow_run_id: null, lead: null });
  });
});

describe('a rejected event', () => {
  it('is retried with the same ID at the times of the contract, then fails, and can be replayed', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    await events(1);
    receiver.answer(() => 400);
    const waits: number[] = [];
    let step = await walker.deliver(webhook.id);
    while (!step.closed) {
      const before = walker.now();
      walker.passTo(step);
      waits.push(walker.now() - before);
      step = await walker.deliver(webhook.id);
    }
    expect(waits).toEqual(PAUSES);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(receiver.received).toHaveLength(8);
    const [failed] = await log(webhook.id);
    expect(failed).toMatchObject({ status: 'failed', attempts: 8, response_status: 400, next_attempt_at: null });
    receiver.answer(() => 200);
    await account.request('post', `/webhooks/deliveries/${failed.id}/replay`).expect(202);
    await walker.deliver(webhook.id);
    expect(receiver.received.at(-1)).toMatchObject({ id: failed.id, payload: { sequence: 1 } });
    expect((await log(webhook.id))[0]).toMatchObject({ status: 'delivered', failure: null });
  });

  it('holds later events of its lead, in order, and no other lead', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    const [slow, other] = [newId(), newId()];
    const rows = [{ leadId: slow }, { leadId: other }, { leadId: slow }, { leadId: other }];
    await addEvents(api.db, account.accountId, rows);
    receiver.answer(({ payload }) => (payload.data.lead_id === slow ? 503 : 200));
    const step = await walker.deliver(webhook.id);
    expect(receiver.received.map(({ payload }) => payload.data.lead_id).sort()).toEqual([slow, other, other].sort());
    await addEvents(api.db, account.accountId, rows);
    await walker.deliver(webhook.id);
    expect(receiver.received.filter(({ payload }) => payload.data.lead_id === slow)).toHaveLength(1);
    receiver.answer(() => 200);
    walker.passTo(step);
    await walker.deliver(webhook.id);
    const ofLead = receiver.received.filter(({ payload }) => payload.data.lead_id === slow);
    expect(ofLead.map(({ payload }) => payload.sequence)).toEqual([1, 1, 3, 5, 7]);
    expect([...new Set(sequences())].sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('isn’t followed to where it redirects', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    await events(1);
    receiver.answer(() => 302);
    await walker.deliver(webhook.id);
    expect(receiver.received).toHaveLength(1);
    expect((await log(webhook.id))[0]).toMatchObject({ status: 'queued', response_status: 302 });
  });

  it('is recovered with the others of its period, as are events that were never delivered', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook({ events: ['lead.updated'] });
    await account.request('patch', `/webhooks/${webhook.id}`).send({ is_active: false }).expect(200);
    await events(3);
    const since = new Date(Date.now() - HOUR).toISOString();
    await account.request('post', `/webhooks/${webhook.id}/recover`).send({ since }).expect(409);
    await account.request('patch', `/webhooks/${webhook.id}`).send({ is_active: true, resume_from: 'now' }).expect(200);
    await walker.deliver(webhook.id);
    expect(receiver.received).toEqual([]);
    const recover = async (only: string) =>
      (await account.request('post', `/webhooks/${webhook.id}/recover`).send({ since, only }).expect(202)).body.queued;
    expect([await recover('failed'), await recover('missing'), await recover('missing')]).toEqual([0, 3, 0]);
    await walker.deliver(webhook.id);
    expect(sequences()).toEqual([1, 2, 3]);
    await api.db('webhook_deliveries').where({ webhook_id: webhook.id, sequence: 2 }).update({ status: 'failed' });
    expect(await recover('failed')).toBe(1);
    await walker.deliver(webhook.id);
    expect(sequences().at(-1)).toBe(2);
  });
});

describe('a webhook', () => {
  it('is disabled at once by 410, with an event, and continues with what it missed', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook({ events: ['lead.updated'] });
    const watching = await addWebhook({ events: ['webhook.disabled'] });
    receiver.answer(() => 410);
    await events(2, { leadId: newId() });
    expect(await walker.deliver(webhook.id)).toEqual({ closed: true, status: 'disabled' });
    expect(await get(webhook.id)).toMatchObject({ is_active: false, disabled_reason: 'gone' });
    receiver.clear();
    await walker.deliver(watching.id);
    expect(receiver.received.map(({ payload }) => payload.data)).toMatchObject([
      { webhook_id: webhook.id, reason: 'gone' },
    ]);
    await events(1);
    await walker.deliver(webhook.id);
    expect(receiver.received).toHaveLength(1);
    receiver.clear();
    await account.request('patch', `/webhooks/${webhook.id}`).send({ is_active: true }).expect(200);
    walker.pass(MINUTE);
    await walker.deliver(webhook.id);
    expect(sequences().sort()).toEqual([1, 2, 3]);
  });

  it('is held by its breaker while its receiver fails: its cursor waits, and no event uses up its retries', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    receiver.answer(() => 500);
    await events(600);
    let step = await walker.deliver(webhook.id);
    const tried = receiver.received.length;
    expect(tried).toBeLessThanOrEqual(20);
    for (let n = 0; n < 20; n += 1) {
      walker.passTo(step);
      step = await walker.deliver(webhook.id);
    }
    // One attempt for each time that the breaker lets one through, and those whose retry was due.
    expect(receiver.received.length - tried).toBeLessThanOrEqual(20);
    expect(await get(webhook.id)).toMatchObject({ sequence: 250, is_active: true });
    receiver.answer(() => 200);
    walker.passTo(step);
    walker.pass(24 * HOUR);
    for (step = await walker.deliver(webhook.id); !step.closed; step = await walker.deliver(webhook.id))
      walker.passTo(step);
    const arrived = new Set(sequences());
    expect(arrived.size).toBe(600);
    expect(await api.db('webhook_deliveries').where({ webhook_id: webhook.id, status: 'failed' })).toEqual([]);
  });

  it('is disabled after three days without a success', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    receiver.answer(() => 503);
    for (let day = 0; day < 4; day += 1) {
      await events(1);
      await walker.deliver(webhook.id);
      walker.pass(24 * HOUR);
    }
    expect(await get(webhook.id)).toMatchObject({ is_active: false, disabled_reason: 'failing' });
  });

  it('repeats only with the same IDs and numbers what a killed worker had sent and not recorded', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    await events(5);
    const lost = new Proxy(api.db, {
      get: (db, name) => (name === 'raw' ? db.raw : Reflect.get(db, name)),
      apply: (db, self, [table]: [string]) => {
        if (table === 'webhook_deliveries' && receiver.received.length > 0) throw new Error('killed');
        return Reflect.apply(db as never, self, [table]);
      },
    });
    await expect(walker.deliver(webhook.id, { db: lost })).rejects.toThrow('killed');
    const first = receiver.received.map(({ id, payload }) => `${id} ${payload.sequence}`).sort();
    receiver.clear();
    await walker.deliver(webhook.id);
    expect(receiver.received.map(({ id, payload }) => `${id} ${payload.sequence}`).sort()).toEqual(first);
    expect(first).toHaveLength(5);
  });

  it('starts with earlier events if it asks for them', async () => {
    const walker = createWalker(api.db, fetch);
    const [, second] = await events(3);
    const webhook = await addWebhook({ events: ['lead.updated'], backfill_from: second?.id });
    await walker.deliver(webhook.id);
    expect(sequences().sort()).toEqual([1, 2]);
  });

  it('sends a test that looks like its kind and has no number', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook();
    const { body } = await account.request('post', `/webhooks/${webhook.id}/test`).send({ event_type: 'message.sent' });
    await walker.deliver(webhook.id);
    const [got] = receiver.received as [ReceivedWebhook];
    expect(got).toMatchObject({ id: body.delivery.id, payload: { test: true, type: 'message.sent', sequence: null } });
    const read = await account.request('get', `/webhooks/deliveries/${body.delivery.id}`).expect(200);
    expect(read.body.payload).toEqual(got.payload);
  });

  it('uses at most five statements for each hundred events', async () => {
    const walker = createWalker(api.db, fetch);
    const webhook = await addWebhook({ max_in_flight: 50 });
    await events(1_000);
    await walker.readEvents();
    const statements = await statementsOf(api.db, () => walker.deliver(webhook.id));
    expect(receiver.received).toHaveLength(1_000);
    expect(statements.length).toBeLessThanOrEqual(50);
  });
});

describe('an address', () => {
  it.each([
    'http://hooks.example.com/',
    'https://127.0.0.2/',
    'https://2130706434/',
    'https://0x7f.2/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.8/',
    'https://localhost/',
    'https://user:password@hooks.example.com/',
  ])('that isn’t public is refused at creation and at each attempt: %s', async (url) => {
    const walker = createWalker(api.db, closed);
    const answer = await account.request('post', '/webhooks').send({ url, events: ['*'] });
    expect([answer.status, answer.body.field]).toEqual([400, '/url']);
    const webhook = await addWebhook();
    await account.request('patch', `/webhooks/${webhook.id}`).send({ url }).expect(400);
    await api.db('webhooks').where({ id: webhook.id }).update({ url });
    await events(1);
    await walker.deliver(webhook.id);
    expect((await log(webhook.id))[0]).toMatchObject({ status: 'queued', response_status: null, attempts: 1 });
    expect((await log(webhook.id))[0].failure).toMatch(/public|https:|user or password/);
  });

  it('that changes between the check and the connection isn’t connected to', async () => {
    let asked = 0;
    const rebinding = createSafeFetch({
      lookup: (_host, _options, callback) => {
        asked += 1;
        callback(null, [{ address: '127.0.0.1', family: 4 }] as never);
      },
    });
    const walker = createWalker(api.db, rebinding);
    const webhook = await addWebhook();
    await api
      .db('webhooks')
      .where({ id: webhook.id })
      .update({ url: `https://rebound.example.com:${receiver.port}/` });
    await events(1);
    await walker.deliver(webhook.id);
    await rebinding.close();
    expect([asked > 0, receiver.received.length]).toEqual([true, 0]);
    expect((await log(webhook.id))[0].failure).toContain('public');
  });
});
