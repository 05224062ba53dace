import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DeliveryDependencies, deliver } from '../../activities/send.js';
import { openWork } from '../../db/work.js';
import { createEmailProviders } from '../../providers/email/index.js';
import { openConnection } from '../../providers/json-api.js';
import { createOAuthClient } from '../../providers/oauth/index.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { createBreakers } from '../../services/channels/breakers.js';
import { findSender } from '../../services/channels/senders.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startGraphServer } from '../support/graph-server.js';
import { addLead, addRun } from '../support/messaging.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { connected, signIn } from '../support/sign-in.js';

const provider = await startOAuthServer();
const graph = await startGraphServer(provider);
const api = useApi({ ...provider.settings, MICROSOFT_GRAPH_URL: graph.url });
const json = openConnection();
const oauth = createOAuthClient(oauthSettingsOf(testConfig(provider.settings)));
const box = createSecretBox([TEST_SECRET]);
const logger = createLogger('silent', 'test');
afterAll(async () => {
  expect([...provider.violations, ...graph.violations]).toEqual([]);
  await Promise.all([json.close(), oauth.close(), provider.stop(), graph.stop()]);
});

const work = () => ({ db: api.db, clock: systemClock, dispatch: () => undefined });
const access = () => ({
  graphUrl: graph.url,
  api: json,
  tokens: createAccessTokens({ ...work(), box, publicUrl: '', oauth, logger }),
});

let account: TestAccount;
let email: string;
let connectionId: string;
let senderId: string;

beforeEach(async () => {
  account = await api.account();
  email = `${newId()}@example.com`;
  provider.state.person = { subject: newId(), email };
  Object.assign(graph.state, { send: () => 'take', read: undefined });
  graph.sent.length = 0;
  connectionId = await connected(api, account);
  const sender = { name: 'Ana', from_email: email, connection_id: connectionId };
  const made = await account.request('post', '/email-senders').send(sender).expect(201);
  expect(made.body.email_sender).toMatchObject({ provider: 'microsoft', connection_id: connectionId });
  senderId = made.body.email_sender.id;
});

const reconnect = async () => {
  const { body } = await account.request('post', `/connections/${connectionId}/reconnect`).expect(200);
  expect((await signIn(api, body.authorize_url)).status).toBe(200);
};

describe('a sender of a connection', () => {
  const LEADS = 6;
  let runs: string[];
  let breakers: ReturnType<typeof createBreakers>;

  beforeEach(async () => {
    breakers = createBreakers({ db: api.db, clock: systemClock, logger, metrics: createMetrics() });
    const steps = [{ type: 'message' as const, subject: 'Hello', content: 'Hi' }];
    const agentId = await publishAgent(api.db, account.accountId, steps);
    runs = [];
    for (let n = 0; n < LEADS; n += 1) {
      const lead = await addLead(api.db, account.accountId, { email: `lead-${n}-${agentId}@example.net` });
      runs.push((await addRun(api.db, lead, agentId)).id);
    }
  });

  /** Runs the activity of a run: decides and claims, calls the provider, records. */
  const advance = async (runId: string): Promise<SendOutcome | undefined> => {
    const now = systemClock.now();
    const deps = {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: findSender.bind(undefined, api.db),
      heldBack: breakers.holdOf,
    };
    const carriers = { email: createEmailProviders(api.db, { privateHosts: [], graph: access() }), box };
    const first = await api.db.transaction((tx) => advanceRun(openWork(tx, now), runId, deps));
    if (!('send' in first)) return undefined;
    const outcome = await deliver(carriers as unknown as DeliveryDependencies, first.send.prepared, Date.now() + 8_000);
    breakers.note({ senderId, accountId: account.accountId, agentRunId: runId }, outcome);
    await breakers.idle();
    await api.db.transaction((tx) => recordOutcome(openWork(tx, systemClock.now()), first.send, outcome));
    return outcome;
  };
  const runsNow = () => api.db('agent_runs').whereIn('id', runs).orderBy('id');

  it('loses its access while it sends: the rest waits under that name, and leaves once after the next sign-in', async () => {
    expect(await advance(runs[0] as string)).toMatchObject({ kind: 'accepted' });
    provider.withdraw(provider.state.person.subject);
    for (const run of runs) await advance(run);
    const held = await runsNow();
    expect(held.filter(({ hold_reason }) => hold_reason === 'reconnect_needed')).toHaveLength(LEADS - 1);
    const refused = { account_id: account.accountId, failure_code: 'reconnect_needed' };
    expect(await api.db('messages').where(refused).whereIn('status', ['queued', 'held'])).toHaveLength(LEADS - 1);
    expect(await api.db('sender_breakers').where({ sender_id: senderId })).toEqual([]);
    const events = { account_id: account.accountId, type: 'connection.reconnect_needed' } as const;
    expect(await api.db('events').where(events)).toHaveLength(1);
    expect(graph.sent).toHaveLength(1);

    api.dispatched.length = 0;
    await reconnect();
    const woken = api.dispatched.filter(({ kind }) => kind === 'wake').map(({ workflowId }) => workflowId);
    expect(new Set(woken)).toEqual(new Set(runs.slice(1).map((id) => `cadence/${id}`)));
    for (const run of runs) await advance(run);
    for (const run of runs) await advance(run);
    expect(graph.sent.map(({ to }) => to)).toHaveLength(LEADS);
    expect(new Set(graph.sent.map(({ to }) => to)).size).toBe(LEADS);
    const sent = await api.db('messages').where({ account_id: account.accountId, status: 'sent' });
    expect(sent.map(({ provider_message_id }) => String(provider_message_id)).sort()).toEqual(
      graph.sent.map(({ messageId }) => messageId).sort(),
    );
  });

  it('gets a new token for one that ended early, and sends once', async () => {
    await api
      .db('connections')
      .where({ id: connectionId })
      .update({ access_token: box.seal('stale', `connections/${connectionId}/access_token`) });
    expect(await advance(runs[0] as string)).toMatchObject({ kind: 'accepted' });
    expect(graph.sent).toHaveLength(1);
  });

  it('leaves a message with an unknown outcome alone', async () => {
    graph.state.send = () => 'take-then-cut';
    expect(await advance(runs[0] as string)).toMatchObject({ kind: 'unknown' });
    graph.state.send = () => 'take';
    expect(await advance(runs[0] as string)).toBeUndefined();
    expect(graph.sent).toHaveLength(1);
  });

  it('keeps its connection from being deleted', async () => {
    await account.request('delete', `/connections/${connectionId}`).expect(409);
    await account.request('patch', `/email-senders/${senderId}`).send({ connection_id: null }).expect(200);
    await account.request('delete', `/connections/${connectionId}`).expect(204);
  });

  it.each([
    [{ connection_id: newId() }, 404, undefined],
    [{ shared_mailbox: 'sales@example.com' }, 400, '/shared_mailbox'],
  ])('refuses %j', async (body, status, field) => {
    const refused = await account.request('patch', `/email-senders/${senderId}`).send(body).expect(status);
    expect(refused.body.field).toBe(field);
  });
});

describe('a mailbox of a connection', () => {
  const mail = (id: string, more = '') =>
    `From: lead@example.net\r\nTo: ${email}\r\nSubject: Re: Hello\r\nMessage-ID: <${id}@example.net>\r\n${more}\r\nYes.\r\n`;
  const kept = async () => {
    const rows = await api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id');
    return rows.map(
      ({ payload }) => /"<?([\w-]+)@example\.net>?"/.exec(String(payload).replace(/lead@example\.net/g, ''))?.[1],
    );
  };
  const row = () => api.db('mailboxes').where({ sender_id: senderId }).first();
  const read = async (until: () => Promise<unknown>) => {
    const pace = { lookMs: 30, answerMs: 5_000 };
    const loop = startMailboxes({ ...work(), logger, box, privateHosts: [], graph: access(), syncPace: pace });
    try {
      await eventually(until);
    } finally {
      await loop.stop();
    }
  };
  const untilKept = (n: number) => async () => ((await kept()).length >= n ? true : undefined);

  beforeEach(async () => {
    const path = `/email-senders/${senderId}/mailbox`;
    const set = await account.request('put', path).send({ connection_id: connectionId }).expect(200);
    expect(set.body.mailbox).toMatchObject({ user: email, connection_id: connectionId, error: null });
    graph.deliver(email, mail('old'), new Date(Date.now() - 3_600_000));
  });

  it('is read page by page, without the mails from before, and goes through the same door as IMAP', async () => {
    for (const id of ['a1', 'a2', 'a3', 'a4', 'a5']) graph.deliver(email, mail(id));
    await read(untilKept(5));
    expect(await kept()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5']);
    expect((await row())?.sync_token).toContain('deltatoken');
    const [event] = await api.db('inbound_events').where({ account_id: account.accountId });
    expect(event).toMatchObject({ provider: 'imap', type: 'reply' });
  });

  it('continues from the stored token, and skips a mail that was deleted', async () => {
    graph.deliver(email, mail('b1'));
    await read(untilKept(1));
    const gone = graph.deliver(email, mail('b2'));
    graph.remove(email, gone);
    graph.deliver(email, mail('b3'));
    await read(untilKept(2));
    expect(await kept()).toEqual(['b1', 'b3']);
  });

  it('lists again after its token has expired: nothing is lost, and nothing is taken twice', async () => {
    for (const id of ['c1', 'c2', 'c3']) graph.deliver(email, mail(id));
    await read(untilKept(3));
    graph.deliver(email, mail('c4'));
    graph.forgetTokens();
    graph.deliver(email, mail('c5'));
    await read(untilKept(5));
    expect(await kept()).toEqual(['c1', 'c2', 'c3', 'c4', 'c5']);
  });

  it('rests for as long as Microsoft asks, and says why', async () => {
    graph.state.read = { status: 429, code: 'ApplicationThrottled', headers: { 'retry-after': '120' } };
    await read(async () => ((await row())?.last_error ? true : undefined));
    const { last_error, next_at } = (await row())!;
    expect(last_error).toContain('ApplicationThrottled');
    expect(next_at.getTime()).toBeGreaterThan(Date.now() + 100_000);
  });

  it('is read at once after the next sign-in', async () => {
    provider.withdraw(provider.state.person.subject);
    graph.deliver(email, mail('d1'));
    await read(async () => ((await row())?.last_error ? true : undefined));
    expect((await row())?.last_error).toContain('sign in again');
    await reconnect();
    expect(await row()).toMatchObject({ last_error: null, failures: 0 });
    await read(untilKept(1));
    expect(await kept()).toEqual(['d1']);
  });
});
