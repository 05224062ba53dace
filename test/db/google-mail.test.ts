import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DeliveryDependencies, deliver } from '../../activities/send.js';
import { inWork, openWork } from '../../db/work.js';
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
import { receiveEvent } from '../../services/inbound/hooks.js';
import { createMailLinks } from '../../services/messages/mail-links.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { startSentMails } from '../../worker/sent-mails.js';
import { publishAgent } from '../support/agents.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startGmailServer } from '../support/gmail-server.js';
import { addLead, addMessage, addRun, workInbound } from '../support/messaging.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { connected, signIn } from '../support/sign-in.js';

const provider = await startOAuthServer();
const gmail = await startGmailServer(provider);
const api = useApi({ ...provider.settings, GMAIL_URL: gmail.url });
const json = openConnection();
const oauth = createOAuthClient(oauthSettingsOf(testConfig(provider.settings)));
const box = createSecretBox([TEST_SECRET]);
const logger = createLogger('silent', 'test');
afterAll(async () => {
  expect([...provider.violations, ...gmail.violations]).toEqual([]);
  await Promise.all([json.close(), oauth.close(), provider.stop(), gmail.stop()]);
});

/** How far the clock of all but the tokens is ahead. */
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
const work = () => ({ db: api.db, clock, dispatch: () => undefined });
const access = () => ({
  gmailUrl: gmail.url,
  api: json,
  tokens: createAccessTokens({ ...work(), clock: systemClock, box, oauth, logger, publicUrl: 'http://las.test' }),
});

let account: TestAccount;
let email: string;
let connectionId: string;
let senderId: string;

beforeEach(async () => {
  ahead = 0;
  account = await api.account();
  email = `${newId()}@example.com`;
  provider.state.person = { subject: newId(), email };
  gmail.reset();
  connectionId = await connected(api, account, { provider: 'google', purposes: ['send_mail', 'read_mail'] });
  const sender = { name: 'Ana', from_email: email, connection_id: connectionId };
  const made = await account.request('post', '/email-senders').send(sender).expect(201);
  expect(made.body.email_sender).toMatchObject({ provider: 'google', connection_id: connectionId });
  senderId = made.body.email_sender.id;
  // The sender is older than its messages, as it always is but for seconds.
  const earlier = new Date(Date.now() - 3_600_000);
  await api.db('email_senders').where({ id: senderId }).update({ updated_at: earlier });
});

const reconnect = async () => {
  const { body } = await account.request('post', `/connections/${connectionId}/reconnect`).expect(200);
  expect((await signIn(api, body.authorize_url)).status).toBe(200);
};

describe('a sender with a connection to Google', () => {
  const LEADS = 4;
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

  /** Does what a run's activity does: decides and claims, calls the provider, records. */
  const advance = async (runId: string): Promise<SendOutcome | undefined> => {
    const deps = {
      links: createMailLinks([TEST_SECRET], 'http://las.test'),
      senderOf: findSender.bind(undefined, api.db),
      heldBack: breakers.holdOf,
    };
    const carriers = { email: createEmailProviders(api.db, { privateHosts: [], gmail: access() }), box };
    const first = await api.db.transaction((tx) => advanceRun(openWork(tx, clock.now()), runId, deps));
    if (!('send' in first)) return undefined;
    const outcome = await deliver(carriers as unknown as DeliveryDependencies, first.send.prepared, Date.now() + 8_000);
    breakers.note({ senderId, accountId: account.accountId, agentRunId: runId }, outcome);
    await breakers.idle();
    await api.db.transaction((tx) => recordOutcome(openWork(tx, clock.now()), first.send, outcome));
    return outcome;
  };
  const heldRuns = async () =>
    (await api.db('agent_runs').whereIn('id', runs)).map(({ hold_reason }) => hold_reason).filter(Boolean);

  it('loses its access in the middle of a send: all wait under that name, and leave once after the next sign-in', async () => {
    // Google withdraws the access while the first request is on its way.
    gmail.state.send = () => {
      provider.withdraw(provider.state.person.subject);
      return { status: 401, reason: 'authError', message: 'Invalid Credentials' };
    };
    for (const run of runs) await advance(run);
    expect(await heldRuns()).toEqual(runs.map(() => 'reconnect_needed'));
    expect(gmail.sent).toEqual([]);
    gmail.state.send = () => 'take';
    await reconnect();
    for (const run of [...runs, ...runs]) await advance(run);
    expect(gmail.sent).toHaveLength(LEADS);
    expect(new Set(gmail.sent.map(({ to }) => to)).size).toBe(LEADS);
    const sent = await api.db('messages').where({ account_id: account.accountId, status: 'sent' });
    expect(sent.map(({ provider_message_id }) => String(provider_message_id)).sort()).toEqual(
      gmail.sent.map(({ messageId }) => messageId).sort(),
    );
  });

  it('rests for as long as Gmail asks, with all of its messages', async () => {
    const until = new Date(Date.now() + 900_000).toISOString();
    const message = `User-rate limit exceeded.  Retry after ${until}`;
    gmail.state.send = () => ({ status: 429, reason: 'rateLimitExceeded', message });
    expect(await advance(runs[0] as string)).toMatchObject({ code: 'rate_limited', senderIsRefused: true });
    gmail.state.send = () => 'take';
    for (const run of runs) await advance(run);
    expect(gmail.sent).toEqual([]);
    expect((await heldRuns()).length).toBe(LEADS);
    const [breaker] = await api.db('sender_breakers').where({ sender_id: senderId });
    expect(breaker?.retry_at?.getTime()).toBeGreaterThan(Date.now() + 800_000);
  });

  const messages = () => api.db('messages').where({ account_id: account.accountId, direction: 'outbound' });
  /** Has the worker look up what is unknown, until something holds. */
  const lookUntil = async (done: () => Promise<boolean>) => {
    const loop = startSentMails({ ...work(), logger, box, privateHosts: [], gmail: access() });
    try {
      await eventually(async () => ((await done()) ? true : undefined), 20_000);
    } finally {
      await loop.stop();
    }
  };
  const hasStatus = (status: string) => async () => (await messages()).some((one) => one.status === status);

  it('finds a message with an unknown outcome in the mailbox, and the lead of who answers it', async () => {
    Object.assign(gmail.state, { send: () => 'take-then-cut', replacesMessageId: true });
    expect(await advance(runs[0] as string)).toMatchObject({ kind: 'unknown' });
    gmail.state.send = () => 'take';
    expect(await advance(runs[0] as string)).toBeUndefined();
    await lookUntil(hasStatus('sent'));
    expect(gmail.sent).toHaveLength(1);
    const [message] = await messages();
    expect(String(message?.provider_message_id)).toBe(gmail.sent[0]?.messageId);
    expect(message?.settled_by).toBe('lookup');

    const mail = { event_id: newId(), type: 'reply', from: 'another@example.org', subject: 'Re: Hello', text: 'Yes.' };
    const payload = JSON.stringify({ ...mail, in_reply_to: gmail.sent[0]?.messageId });
    const event = { accountId: account.accountId, provider: 'imap' as const, eventId: mail.event_id, type: mail.type };
    await inWork(work(), (unit) => receiveEvent(unit, { ...event, payload }));
    await workInbound(api.db, account.accountId);
    const answer = await api.db('messages').where({ account_id: account.accountId, direction: 'inbound' }).first();
    expect(answer?.lead_id).toBe(message?.lead_id);
  });

  it('sends a message again that the mailbox has had no trace of for two hours', async () => {
    gmail.state.send = () => 'cut';
    expect(await advance(runs[0] as string)).toMatchObject({ kind: 'unknown' });
    gmail.state.send = () => 'take';
    const looked = { account_id: account.accountId, looks: 1 };
    await lookUntil(async () => (await api.db('sent_mails').where(looked).first()) !== undefined);
    ahead = 4 * 3_600_000;
    await lookUntil(hasStatus('queued'));
    expect(await advance(runs[0] as string)).toMatchObject({ kind: 'accepted' });
    expect(gmail.sent).toHaveLength(1);
  });

  it('refuses another From address, unless its connection can see the aliases', async () => {
    const path = `/email-senders/${senderId}`;
    await account.request('patch', path).send({ from_email: 'alias@example.com' }).expect(200);
    const sends = await connected(api, account, { provider: 'google', purposes: ['send_mail'] });
    const refused = await account.request('patch', path).send({ connection_id: sends }).expect(400);
    expect(refused.body).toMatchObject({ field: '/from_email' });
    expect(refused.body.message).toContain(email);
    await account.request('patch', path).send({ connection_id: sends, from_email: email }).expect(200);
    await account.request('patch', path).send({ from_email: 'alias@example.com' }).expect(400);
    await account.request('patch', path).send({ shared_mailbox: 'sales@example.com' }).expect(400);
  });
});

describe('a mailbox with a connection to Google', () => {
  const mail = (id: string, more = '') =>
    `From: lead@example.net\r\nTo: ${email}\r\nSubject: Re: Hello\r\nMessage-ID: <${id}@example.net>\r\n${more}\r\nYes.\r\n`;
  const deliver = (id: string, labels?: string[]) => gmail.deliver(email, mail(id), new Date(), labels);
  const kept = async () => {
    const rows = await api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id');
    return rows.map(
      ({ payload }) => /"<?([\w-]+)@example\.net>?"/.exec(String(payload).replace(/lead@example\.net/g, ''))?.[1],
    );
  };
  const row = () => api.db('mailboxes').where({ sender_id: senderId }).first();
  const read = async (until: () => Promise<unknown>) => {
    const pace = { lookMs: 30, answerMs: 5_000 };
    const loop = startMailboxes({ ...work(), logger, box, privateHosts: [], gmail: access(), syncPace: pace });
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
    gmail.deliver(email, mail('old'), new Date(Date.now() - 3_600_000));
  });

  it('is read from now on, without drafts, spam and trash', async () => {
    for (const [id, label] of [
      ['a1', 'SENT'],
      ['a2', 'DRAFT'],
      ['a3', 'SPAM'],
      ['a4', 'TRASH'],
      ['a5', 'INBOX'],
      ['a6', 'Label_1'],
    ] as const) {
      deliver(id, [label]);
    }
    await read(untilKept(2));
    expect((await kept()).sort()).toEqual(['a5', 'a6']);
    for (const [id, label] of [
      ['b1', 'SENT'],
      ['b2', 'INBOX'],
      ['b3', 'SPAM'],
      ['b4', 'INBOX'],
      ['b5', 'INBOX'],
    ] as const) {
      deliver(id, [label]);
    }
    await read(untilKept(5));
    expect((await kept()).slice(2)).toEqual(['b2', 'b4', 'b5']);
    const [event] = await api.db('inbound_events').where({ account_id: account.accountId });
    expect(event).toMatchObject({ provider: 'imap', type: 'reply' });
  });

  it('takes a mail that a person sent to a lead for a takeover, and none of its own', async () => {
    const lead = await addLead(api.db, account.accountId, { email: `${newId()}@example.net` });
    const from = `From: ${email}\r\nTo: ${lead.email}\r\nSubject: Hello\r\n`;
    const steps = [{ type: 'message' as const, subject: 'Hello', content: 'Hi' }];
    const run = await addRun(api.db, lead, await publishAgent(api.db, account.accountId, steps));
    const { id: own } = await addMessage(api.db, lead, run, { status: 'sending' });
    // Under a Message-ID of Gmail's own, before its outcome is recorded.
    const mails = [`${from}Message-ID: <CAx@mail.gmail.com>\r\nX-Message-Id: ${own}\r\n\r\nHi`];
    mails.push(`${from}Message-ID: <person@mail.gmail.com>\r\n\r\nI take over.`);
    for (const raw of mails) gmail.deliver(email, raw, new Date(), ['SENT']);
    await read(
      async () => (await api.db('inbound_events').where({ account_id: account.accountId }).first()) ?? undefined,
    );
    const events = await api.db('inbound_events').where({ account_id: account.accountId });
    expect(events.map(({ type }) => type)).toEqual(['imap.sent']);
    expect(String(events[0]?.payload)).toContain('I take over.');
  });

  it('reads a mail that someone moves out of spam, and skips one that was deleted', async () => {
    const spam = deliver('c1', ['SPAM']);
    deliver('c2');
    await read(untilKept(1));
    gmail.remove(email, deliver('c3'));
    gmail.moveFromSpam(email, spam);
    await read(untilKept(2));
    expect(await kept()).toEqual(['c2', 'c1']);
  });

  it('lists again after its history has expired: nothing is lost, and nothing is taken twice', async () => {
    for (const id of ['d1', 'd2', 'd3']) deliver(id);
    await read(untilKept(3));
    deliver('d4');
    gmail.forgetHistory();
    deliver('d5');
    // One comes while the mailbox is listed.
    let lists = 0;
    gmail.state.listing = () => {
      lists += 1;
      if (lists === 2) deliver('d6');
    };
    await read(untilKept(6));
    expect((await kept()).sort()).toEqual(['d1', 'd2', 'd3', 'd4', 'd5', 'd6']);
  });

  it('continues the list of a process that died in it, from the same time on', async () => {
    const since = new Date(Date.now() - 3 * 86_400_000);
    gmail.deliver(email, mail('e1'), new Date(since.getTime() + 60_000));
    const place = { history: '1000', since: since.toISOString() };
    await api
      .db('mailboxes')
      .where({ sender_id: senderId })
      .update({ read_since: since, checked_at: new Date(), sync_token: JSON.stringify(place) });
    await read(untilKept(2));
    expect((await kept()).sort()).toEqual(['e1', 'old']);
  });

  it('rests for as long as Google asks, and says why', async () => {
    const until = new Date(Date.now() + 120_000).toISOString();
    const message = `User-rate limit exceeded.  Retry after ${until}`;
    gmail.state.read = { status: 403, reason: 'userRateLimitExceeded', message };
    await read(async () => ((await row())?.last_error ? true : undefined));
    const { last_error, next_at } = (await row())!;
    expect(last_error).toContain('userRateLimitExceeded');
    expect(next_at.getTime()).toBeGreaterThan(Date.now() + 90_000);
  });

  it('is read at once after the next sign-in', async () => {
    provider.withdraw(provider.state.person.subject);
    deliver('f1');
    await read(async () => ((await row())?.last_error ? true : undefined));
    expect((await row())?.last_error).toContain('sign in again');
    await reconnect();
    expect(await row()).toMatchObject({ last_error: null, failures: 0 });
    await read(untilKept(1));
    expect(await kept()).toEqual(['f1']);
  });
});
