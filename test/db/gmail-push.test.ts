import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { pushSources } from '../../api/inbound/push-sources.js';
import { createPushProviders } from '../../providers/push/index.js';
import { createPubSub, KeysUnavailableError } from '../../providers/push/pub-sub.js';
import { newId } from '../../runtime/ids.js';
import { type TestAccount, testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startGmailServer } from '../support/gmail-server.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { usePush } from '../support/push.js';
import { connected } from '../support/sign-in.js';

const provider = await startOAuthServer();
const gmail = await startGmailServer(provider);
const ROBOT = 'gmail-push@project.iam.gserviceaccount.com';
const TOPIC = 'projects/project/topics/gmail';
const settings = {
  ...provider.settings,
  GMAIL_URL: gmail.url,
  GOOGLE_PUBSUB_TOPIC: TOPIC,
  GOOGLE_PUBSUB_SERVICE_ACCOUNT: ROBOT,
};
const api = useApi(settings);
const push = usePush(api, testConfig(settings));
afterAll(async () => {
  expect([...provider.violations, ...gmail.violations]).toEqual([]);
  await Promise.all([provider.stop(), gmail.stop()]);
});

const DAY_MS = 24 * 3_600_000;
const AUDIENCE = 'http://las.test/hooks/push/gmail';
const signed = (claims: object = {}, options = {}) =>
  provider.signAs({ email: ROBOT, email_verified: true, ...claims }, { audience: AUDIENCE, ...options });

let account: TestAccount;
let email: string;
let senderId: string;

/** Adds a mailbox of the person who signs in. */
async function addMailbox(): Promise<string> {
  const purposes = ['send_mail', 'read_mail'];
  const connectionId = await connected(api, account, { provider: 'google', purposes });
  const sender = { name: 'Ana', from_email: email, connection_id: connectionId };
  const { id } = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
  await account.request('put', `/email-senders/${id}/mailbox`).send({ connection_id: connectionId }).expect(200);
  return id;
}

beforeEach(async () => {
  account = await api.account();
  email = `${newId()}@example.com`;
  provider.state.person = { subject: newId(), email };
  provider.state.keysAreAway = false;
  gmail.watches.watches.clear();
  gmail.watches.state.subscription = { address: `${push.origin()}/hooks/push/gmail`, token: () => signed() };
  senderId = await addMailbox();
  await push.turn();
});

const channel = () => api.db('push_channels').where({ subject_id: senderId }).first();
const report = (authorization: string | undefined, emailAddress = email, body?: string) =>
  fetch(`${push.origin()}/hooks/push/gmail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
    body:
      body ??
      JSON.stringify({
        message: { data: Buffer.from(JSON.stringify({ emailAddress, historyId: 7 })).toString('base64') },
      }),
  });

describe('the watch of a mailbox at Gmail', () => {
  it('reports to the topic, and is renewed halfway', async () => {
    expect(gmail.watches.watches.get(email)?.topicName).toBe(TOPIC);
    const before = await channel();
    expect(before?.expires_at?.getTime()).toBeGreaterThan(Date.now() + 6 * DAY_MS);
    await push.turn(DAY_MS);
    expect((await channel())?.expires_at).toEqual(before?.expires_at);
    gmail.watches.watches.clear();
    await push.turn(4 * DAY_MS);
    expect(gmail.watches.watches.has(email)).toBe(true);
  });

  it('stops with the last mailbox of the person', async () => {
    const second = await addMailbox();
    await push.turn();
    await account.request('delete', `/email-senders/${second}/mailbox`).expect(204);
    await push.turn();
    expect(gmail.watches.watches.has(email)).toBe(true);
    await account.request('delete', `/email-senders/${senderId}/mailbox`).expect(204);
    await push.turn();
    expect(gmail.watches.watches.has(email)).toBe(false);
    expect(await push.channels()).toEqual([]);
  });
});

describe('a report from Gmail', () => {
  it('leads to reading the mailbox long before the next look', async () => {
    const mail = (id: string) =>
      `From: lead@example.net\r\nTo: ${email}\r\nSubject: Re: Hello\r\nMessage-ID: <${id}@example.net>\r\n\r\nYes.\r\n`;
    const kept = () => api.db('inbound_events').where({ account_id: account.accountId });
    const row = () => api.db('mailboxes').where({ sender_id: senderId }).first();
    // The list of earlier emails, which waits for the search of Gmail, comes first.
    const isListed = async () => (/^\{"history":"\d+"\}$/.test((await row())?.sync_token ?? '') ? true : undefined);
    await push.reading(() => eventually(isListed), 30);
    const before = gmail.requests.length;
    await push.reading(async () => {
      // The first look has ended.
      await eventually(async () =>
        gmail.requests.slice(before).some((path) => path.endsWith('/history')) ? true : undefined,
      );
      gmail.deliver(email, mail('pushed'));
      await eventually(async () => ((await kept()).length === 1 ? true : undefined));
    });
    await gmail.watches.delivered();
    expect(new Set(gmail.watches.statuses)).toEqual(new Set([204]));
  });

  it('is refused unless the service account signed it for this address', async () => {
    const other = provider.signAs({ email: 'other@example.com', email_verified: true }, { audience: AUDIENCE });
    for (const token of [
      other,
      signed({ email_verified: false }),
      signed({}, { audience: 'https://other.example.com/hooks/push/gmail' }),
      signed({}, { issuer: 'https://other.example.com' }),
      signed({}, { expiresIn: -3_600 }),
      signed({}, { keyid: 'unknown' }),
      signed().split('.').slice(0, 2).join('.'),
      `${signed().split('.').slice(0, 2).join('.')}.${signed({ more: 1 }).split('.')[2]}`,
      'a'.repeat(5_000),
    ]) {
      const answer = await report(`Bearer ${token}`);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'INVALID_SIGNATURE']);
    }
    expect((await report(undefined)).status).toBe(401);
    expect((await channel())?.noticed_at).toBeNull();
    expect((await report(`Bearer ${signed()}`)).status).toBe(204);
    expect((await channel())?.noticed_at).not.toBeNull();
  });

  it('about an unknown mailbox, or without one, has no effect', async () => {
    expect((await report(`Bearer ${signed()}`, 'unknown@example.com')).status).toBe(204);
    expect((await report(`Bearer ${signed()}`, email, '{"message":{"data":"bm8ganNvbg=="}}')).status).toBe(204);
    expect((await report(`Bearer ${signed()}`, email, '{}')).status).toBe(204);
    expect((await report(`Bearer ${signed()}`, email, '{')).status).toBe(400);
    expect((await channel())?.noticed_at).toBeNull();
  });

  it('doesn’t exist without a topic', async () => {
    const config = testConfig(provider.settings);
    const given = { req: { get: () => undefined }, bytes: Buffer.of(), db: api.db, now: new Date() };
    await expect(pushSources(config).gmail(given as never)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(createPushProviders(config, {} as never)({ provider: 'google', kind: 'mail' })).toBeUndefined();
  });
});

describe('while the keys of Google can’t be read', () => {
  it('Pub/Sub is asked to repeat its requests, and each of them looks again', async () => {
    const pubSub = createPubSub({ issuer: provider.url, serviceAccount: ROBOT, audience: AUDIENCE });
    provider.state.keysAreAway = true;
    await expect(pubSub.isSigned(`Bearer ${signed()}`)).rejects.toBeInstanceOf(KeysUnavailableError);
    provider.state.keysAreAway = false;
    expect(await pubSub.isSigned(`Bearer ${signed()}`)).toBe(true);
  });
});
