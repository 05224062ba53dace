import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DeliveryDependencies, deliver } from '../../activities/send.js';
import { openWork } from '../../db/work.js';
import { createEmailProviders } from '../../providers/email/index.js';
import { openConnection } from '../../providers/json-api.js';
import { createOAuthClient } from '../../providers/oauth/index.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { advanceRun } from '../../services/cadence/advance-run.js';
import { recordOutcome } from '../../services/cadence/record-outcome.js';
import { findSender } from '../../services/channels/senders.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import { startSentMails } from '../../worker/sent-mails.js';
import { publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startGraphServer } from '../support/graph-server.js';
import { startImapServer } from '../support/imap-server.js';
import { addLead, addRun } from '../support/messaging.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { connected } from '../support/sign-in.js';
import { SmtpSink } from '../support/smtp-server.js';

const provider = await startOAuthServer();
const graph = await startGraphServer(provider);
const imap = await startImapServer();
const smtp = await SmtpSink.start();
const api = useApi({ ...provider.settings, MICROSOFT_GRAPH_URL: graph.url });
const json = openConnection();
const oauth = createOAuthClient(oauthSettingsOf(testConfig(provider.settings)));
const box = createSecretBox([TEST_SECRET]);
const logger = createLogger('silent', 'test');
const privateHosts = ['127.0.0.1:*'];
const HOUR_MS = 3_600_000;

/** The advance of all clocks. */
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
const work = () => ({ db: api.db, clock, dispatch: () => undefined });
const access = () => ({
  graphUrl: graph.url,
  api: json,
  tokens: createAccessTokens({ ...work(), clock: systemClock, box, publicUrl: '', oauth, logger }),
});

let account: TestAccount;
let runId: string;
let loop: ReturnType<typeof startSentMails> | undefined;

beforeEach(async () => {
  ahead = 0;
  account = await api.account();
});
afterEach(async () => {
  await loop?.stop();
  loop = undefined;
});
afterAll(async () => {
  expect([...provider.violations, ...graph.violations]).toEqual([]);
  await Promise.all([json.close(), oauth.close(), provider.stop(), graph.stop(), imap.stop(), smtp.stop()]);
});

/** Adds a sender, and a lead at the only step of an agent. */
async function start(sender: object): Promise<string> {
  const body = { name: 'Ana', from_email: 'ana@example.com', ...sender };
  const made = await account.request('post', '/email-senders').send(body).expect(201);
  const { id } = made.body.email_sender;
  // The sender is older than the message, as it always is but for seconds.
  await api
    .db('email_senders')
    .where({ id })
    .update({ updated_at: new Date(Date.now() - HOUR_MS) });
  const agentId = await publishAgent(api.db, account.accountId, [
    { type: 'message' as const, subject: 'Hello', content: 'Hi' },
  ]);
  runId = (await addRun(api.db, await addLead(api.db, account.accountId), agentId)).id;
  return id;
}

/** Does what a run's activity does: decides and claims, calls the provider, records. A process that dies doesn't record. */
async function advance({ dies = false } = {}): Promise<SendOutcome | undefined> {
  const deps = {
    links: createMailLinks([TEST_SECRET], 'http://las.test'),
    senderOf: findSender.bind(undefined, api.db),
    heldBack: async () => undefined,
  };
  const email = createEmailProviders(api.db, { privateHosts, graph: access() });
  const first = await api.db.transaction((tx) => advanceRun(openWork(tx, clock.now()), runId, deps));
  if (!('send' in first)) return undefined;
  const carriers = { email, box } as unknown as DeliveryDependencies;
  const outcome = await deliver(carriers, first.send.prepared, Date.now() + 8_000);
  if (!dies) await api.db.transaction((tx) => recordOutcome(openWork(tx, clock.now()), first.send, outcome));
  await email.close();
  return outcome;
}

const message = async () => (await api.db('messages').where({ account_id: account.accountId }).first())!;
const row = (kind: 'look_up' | 'save_copy') =>
  api.db('sent_mails').where({ account_id: account.accountId, kind }).first();
const eventsOf = async () => await api.db('events').where({ account_id: account.accountId }).orderBy('id');
const attention = async () => {
  const { body } = await account.request('get', '/attention').expect(200);
  return body.attention.map(({ kind }: { kind: string }) => kind);
};

/** Has the worker's loop run until something holds. */
async function loopUntil(done: () => Promise<unknown>): Promise<void> {
  loop = startSentMails({ ...work(), logger, box, privateHosts, graph: access() });
  await eventually(async () => ((await done()) ? true : undefined), 20_000);
  await loop.stop();
}
const looked = (times: number) => async () => ((await row('look_up'))?.looks ?? 0) >= times;

describe('a message with an unknown outcome, sent through a connection', () => {
  beforeEach(async () => {
    const email = `${newId()}@example.com`;
    provider.state.person = { subject: newId(), email };
    Object.assign(graph.state, { send: () => 'take', isInOutbox: false, read: undefined });
    graph.sent.length = 0;
    await start({ from_email: email, connection_id: await connected(api, account) });
  });

  it('counts as sent once it is found in the mailbox, and no longer waits for a person', async () => {
    graph.state.send = () => 'take-then-cut';
    expect(await advance()).toMatchObject({ kind: 'unknown' });
    expect(await attention()).toContain('message_unknown');
    await loopUntil(async () => (await message()).status === 'sent');
    expect(await message()).toMatchObject({
      settled_by: 'lookup',
      provider_message_id: Buffer.from(graph.sent[0]?.messageId ?? ''),
    });
    expect(await attention()).not.toContain('message_unknown');
    expect((await eventsOf()).map(({ type }) => type)).toContain('message.sent');
    expect(await row('look_up')).toBeUndefined();
    expect(await advance()).toBeUndefined();
    expect(graph.sent).toHaveLength(1);
  });

  it('is settled if the process that sent it died before it recorded the outcome', async () => {
    await advance({ dies: true });
    ahead = 20_000;
    expect(await advance()).toBeUndefined();
    expect((await message()).status).toBe('unknown');
    await loopUntil(async () => (await message()).status === 'sent');
    expect(await advance()).toBeUndefined();
    expect(graph.sent).toHaveLength(1);
  });

  it('is sent again once it has been absent for two hours, not earlier', async () => {
    graph.state.send = () => 'cut';
    expect(await advance()).toMatchObject({ kind: 'unknown' });
    graph.state.send = () => 'take';
    await loopUntil(looked(1));
    ahead = 2 * HOUR_MS - 60_000;
    await loopUntil(looked(2));
    expect(await message()).toMatchObject({ status: 'unknown' });
    expect(await advance()).toBeUndefined();
    ahead = 4 * HOUR_MS;
    await loopUntil(async () => (await message()).status === 'queued');
    const queued = (await eventsOf()).find(({ type }) => type === 'message.queued');
    expect(JSON.parse(queued?.data ?? '{}')).toMatchObject({ settled_by: 'lookup' });
    expect(await advance()).toMatchObject({ kind: 'accepted' });
    expect((await message()).status).toBe('sent');
    expect(graph.sent).toHaveLength(1);
  });

  it('stays unknown while it waits in the outbox', async () => {
    graph.state.send = () => 'take-then-cut';
    await advance();
    graph.state.isInOutbox = true;
    await loopUntil(looked(1));
    ahead = 5 * HOUR_MS;
    await loopUntil(looked(2));
    expect((await message()).status).toBe('unknown');
    graph.state.isInOutbox = false;
    ahead = 10 * HOUR_MS;
    await loopUntil(async () => (await message()).status === 'sent');
    expect(graph.sent).toHaveLength(1);
  });

  it('is looked up later if the mailbox is throttled', async () => {
    graph.state.send = () => 'take-then-cut';
    await advance();
    graph.state.read = { status: 429, code: 'ApplicationThrottled', headers: { 'retry-after': '120' } };
    await loopUntil(async () => (await row('look_up'))?.failures === 1);
    expect((await row('look_up'))?.next_at?.getTime()).toBeGreaterThan(Date.now() + 100_000);
    graph.state.read = undefined;
    ahead = 180_000;
    await loopUntil(async () => (await message()).status === 'sent');
  });
});

describe('a sender with a mail server and a mailbox of its own', () => {
  const { port } = smtp;
  let senderId: string;
  const server = { host: '127.0.0.1', port, secure: false };
  const mailbox = (more: object = {}) =>
    account
      .request('put', `/email-senders/${senderId}/mailbox`)
      .send({ host: '127.0.0.1', port: imap.port, secure: false, user: 'ana', password: 'x', ...more })
      .expect(200);

  beforeEach(async () => {
    imap.sent.length = 0;
    senderId = await start({ smtp: server });
  });
  const copied = async () => (await row('save_copy')) === undefined;

  it('gets one copy of what it sent, though the connection broke behind the first one', async () => {
    await mailbox();
    expect(await advance()).toMatchObject({ kind: 'accepted' });
    imap.cutsAppend = true;
    ahead = 61_000;
    await loopUntil(async () => (await row('save_copy'))?.failures === 1);
    ahead = 600_000;
    await loopUntil(copied);
    expect(imap.sent).toHaveLength(1);
    expect(imap.sent[0]).toContain(`Message-ID: <${(await message()).id}@example.com>`);
  });

  it('gets a copy if the process that sent it died, once its reply proves that it left', async () => {
    await mailbox();
    await advance({ dies: true });
    const { id } = await message();
    ahead = 20_000;
    await advance();
    await api.db('messages').where({ id }).update({ status: 'sent', sent_at: new Date() });
    ahead = HOUR_MS;
    await loopUntil(copied);
    expect(imap.sent).toHaveLength(1);
  });

  it.each([
    ['the server saved it already', { sent_copies: 'always' }, 1],
    ['the mailbox is set to have none', { sent_copies: 'never' }, 0],
  ])('gets no copy where %s', async (_why, settings, inSent) => {
    await mailbox(settings);
    await advance();
    if (inSent > 0) imap.sent.push(smtp.mails.at(-1)?.raw ?? '');
    ahead = 61_000;
    await loopUntil(copied);
    expect(imap.sent).toHaveLength(inSent);
  });

  it('leaves a message with an unknown outcome to a person, as absence proves nothing', async () => {
    await mailbox();
    const { to_address } = await (async () => {
      const lead = await api.db('leads').where({ account_id: account.accountId }).first();
      return { to_address: lead?.email ?? '' };
    })();
    smtp.for(to_address, { kind: 'accept_then_cut' }, 1);
    expect(await advance()).toMatchObject({ kind: 'unknown' });
    for (let look = 1; look <= 11; look += 1) {
      await loopUntil(looked(look));
      ahead += 25 * HOUR_MS;
    }
    expect(await row('look_up')).toMatchObject({ next_at: null });
    expect((await message()).status).toBe('unknown');
    expect(await attention()).toContain('message_unknown');
    // A mailbox that is connected again is asked again.
    imap.sent.push(`Message-ID: <${(await message()).id}@example.com>\r\n\r\n`);
    await mailbox();
    await loopUntil(async () => (await message()).status === 'sent');
  });
});
