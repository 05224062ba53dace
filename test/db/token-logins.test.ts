import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findEmailSender } from '../../db/channels/email-senders.js';
import { createEmailProviders, type EmailProviders } from '../../providers/email/index.js';
import { createOAuthClient } from '../../providers/oauth/index.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { providerConfigOf } from '../../services/channels/email-senders.js';
import { createAccessTokens } from '../../services/connections/access-tokens.js';
import { oauthSettingsOf } from '../../services/connections/settings.js';
import { findSentMailbox } from '../../services/inbound/sent-mails.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { TEST_SECRET, type TestAccount, testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startImapServer } from '../support/imap-server.js';
import { startOAuthServer } from '../support/oauth-server.js';
import { connected, signIn } from '../support/sign-in.js';
import { SmtpSink } from '../support/smtp-server.js';

const provider = await startOAuthServer();
const imap = await startImapServer();
const logins = { email: '', refusal: undefined as number | undefined };
const isValid = (user: string, token: string) => user === logins.email && provider.personOf(token) !== undefined;
const smtp = await SmtpSink.start({
  startTls: true,
  replyToToken: (user, token) => logins.refusal ?? (isValid(user, token) ? 235 : 334),
});
const api = useApi(provider.settings);
const oauth = createOAuthClient(oauthSettingsOf(testConfig(provider.settings)));
const box = createSecretBox([TEST_SECRET]);
const logger = createLogger('silent', 'test');
const privateHosts = ['127.0.0.1:*'];
let providers: EmailProviders;
afterAll(async () => {
  expect(provider.violations).toEqual([]);
  await Promise.all([oauth.close(), provider.stop(), imap.stop(), smtp.stop()]);
});
afterEach(() => providers.close());

const work = () => ({ db: api.db, clock: systemClock, dispatch: () => undefined });
const tokens = () => createAccessTokens({ ...work(), box, publicUrl: '', oauth, logger });
let account: TestAccount;
let connectionId: string;
let senderId: string;

beforeEach(async () => {
  providers = createEmailProviders(api.db, { privateHosts, tokens: tokens() });
  account = await api.account();
  Object.assign(logins, { email: `${newId()}@example.com`, refusal: undefined });
  imap.refusalOf = (user, token) => (isValid(user, token) ? undefined : 'NO [AUTHENTICATIONFAILED]');
  connectionId = await connected(api, account, {
    provider: 'oauth',
    purposes: ['send_mail', 'read_mail'],
    email: logins.email,
    oauth: {
      issuer: provider.issuer,
      client_id: 'own-client',
      client_secret: 'own-secret',
      scopes: ['mail', 'offline_access'],
      smtp: { host: smtp.host, port: smtp.port },
      imap: { host: '127.0.0.1', port: imap.port },
    },
  });
  const sender = { name: 'Sales', from_email: logins.email, connection_id: connectionId };
  senderId = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender.id;
  provider.state.refreshes = 0;
});

const connection = async () => (await api.db('connections').where({ id: connectionId }).first())!;
const losses = () => api.db('events').where({ account_id: account.accountId, type: 'connection.reconnect_needed' });
const reconnect = async () => {
  const { body } = await account.request('post', `/connections/${connectionId}/reconnect`).expect(200);
  expect((await signIn(api, body.authorize_url)).status).toBe(200);
};

describe('a sender of a mail server with access tokens', () => {
  const send = async (to = `${newId()}@example.net`) => {
    const sender = (await findEmailSender(api.db, account.accountId, senderId))!;
    const from = { address: sender.from_email };
    const mail = { messageId: newId(), accountId: account.accountId, from, to: { address: to } };
    const email = { ...mail, subject: 'Hello', text: 'Hi' };
    return { to, outcome: await providers.for(providerConfigOf(sender, box)).send(email, Date.now() + 30_000) };
  };

  it('logs in as the address of the connection and sends', async () => {
    const { to, outcome } = await send();
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(smtp.to(to)).toHaveLength(1);
  });

  it('gets a new token for one that ended early, and sends once', async () => {
    provider.endAccessTokens();
    const { to, outcome } = await send();
    expect(outcome).toMatchObject({ kind: 'accepted' });
    expect(smtp.to(to)).toHaveLength(1);
    expect(provider.state.refreshes).toBe(1);
    expect(await losses()).toEqual([]);
  });

  it.each([334, 535])('needs a new sign-in if the server refuses a new token as well, by %i', async (refusal) => {
    logins.refusal = refusal;
    const ends = await Promise.all([send(), send(), send()]);
    expect(ends.map(({ outcome }) => outcome)).toMatchObject(Array(3).fill({ hold: 'reconnect_needed' }));
    expect(await connection()).toMatchObject({ status: 'reconnect_needed', access_token: null });
    expect((await connection()).error).toMatch(/^The mail server refused the access token: 535/);
    expect(await losses()).toHaveLength(1);
    logins.refusal = undefined;
    expect((await send()).outcome).toMatchObject({ hold: 'reconnect_needed' });
    await reconnect();
    expect((await send()).outcome).toMatchObject({ kind: 'accepted' });
  });

  it.each([454, 504])('keeps its connection when the reply %i says nothing about the token', async (refusal) => {
    logins.refusal = refusal;
    const { outcome } = await send();
    expect(outcome).toMatchObject({ kind: 'refused_retry', code: 'smtp_auth_failed' });
    expect(outcome).not.toHaveProperty('hold');
    expect(provider.state.refreshes).toBe(0);
    expect(await connection()).toMatchObject({ status: 'connected' });
  });

  it('waits without a loss while the sign-in server is away', async () => {
    provider.endAccessTokens();
    provider.state.token = { status: 503 };
    const { outcome } = await send();
    provider.state.token = undefined;
    expect(outcome).toMatchObject({ kind: 'refused_retry', code: 'oauth_503' });
    expect(await connection()).toMatchObject({ status: 'connected' });
  });

  it('has its sent mail in the mailbox of its connection', async () => {
    const found = await findSentMailbox(api.db, box, { account_id: account.accountId, sender_id: senderId });
    const settings = { provider: 'imap', port: imap.port, user: logins.email, connectionId };
    expect(found).toMatchObject({ settings, isSavedByProvider: false, copies: 'never' });
  });
});

describe('a mailbox of a mail server with access tokens', () => {
  const row = () => api.db('mailboxes').where({ sender_id: senderId }).first();
  const mail = (id: string) =>
    `From: lead@example.net\r\nTo: ${logins.email}\r\nSubject: Re: Hello\r\nMessage-ID: <${id}@example.net>\r\n\r\nYes.\r\n`;
  const read = async (until: () => Promise<unknown>) => {
    const pace = { lookMs: 300, silentMs: 20_000 };
    const loop = startMailboxes({ ...work(), logger, box, privateHosts, tokens: tokens(), pace });
    try {
      await eventually(until);
    } finally {
      await loop.stop();
    }
  };
  const untilKept = async () => {
    const events = await api.db('inbound_events').where({ account_id: account.accountId });
    return events.length > 0 ? true : undefined;
  };
  const untilFailed = async () => ((await row())?.last_error ? true : undefined);

  beforeEach(async () => {
    const path = `/email-senders/${senderId}/mailbox`;
    await account.request('put', path).send({ connection_id: connectionId }).expect(200);
    imap.deliver(mail(newId()));
  });
  afterEach(() => account.request('delete', `/email-senders/${senderId}/mailbox`).expect(204));

  it('is read, also after a token that ended early', async () => {
    provider.endAccessTokens();
    await read(untilKept);
    expect(await row()).toMatchObject({ last_error: null });
    expect(provider.state.refreshes).toBe(1);
    expect(await losses()).toEqual([]);
  });

  it('needs a new sign-in if the server refuses a new token as well, and is read at once after it', async () => {
    const { refusalOf } = imap;
    imap.refusalOf = () => 'NO [AUTHENTICATIONFAILED]';
    await read(untilFailed);
    const reason = 'The mail server refused the access token: Not now';
    expect(await row()).toMatchObject({ last_error: reason });
    expect(await connection()).toMatchObject({ status: 'reconnect_needed', error: reason });
    // The next attempt has the reason from the connection.
    await api.db('mailboxes').where({ sender_id: senderId }).update({ last_error: null, next_at: new Date() });
    await read(untilFailed);
    expect(await row()).toMatchObject({ last_error: reason });
    expect(await losses()).toHaveLength(1);
    imap.refusalOf = refusalOf;
    await reconnect();
    await read(untilKept);
    expect(await row()).toMatchObject({ last_error: null });
  });

  it('keeps its connection while the server is unavailable', async () => {
    imap.refusalOf = () => 'NO [UNAVAILABLE]';
    await read(untilFailed);
    expect(await row()).toMatchObject({ last_error: 'The mail server accepts no logins at the moment: Not now' });
    expect(await connection()).toMatchObject({ status: 'connected' });
    expect(provider.state.refreshes).toBe(0);
  });

  it.each([
    ['NO [AUTHENTICATIONFAILED]', 'The mail server rejected the user name or password.'],
    ['NO [UNAVAILABLE]', 'The mail server accepts no logins at the moment: Not now'],
    ['NO [PRIVACYREQUIRED]', 'The mail server accepts logins only over an encrypted connection. Turn on TLS.'],
    ['BAD', 'The mail server refused the login: Not now'],
  ])('explains the refusal %s of a password', async (refusal, reason) => {
    imap.refusalOf = () => refusal;
    const settings = { host: '127.0.0.1', port: imap.port, secure: false, user: logins.email, password: 'a-password' };
    await account.request('put', `/email-senders/${senderId}/mailbox`).send(settings).expect(200);
    await read(untilFailed);
    expect(await row()).toMatchObject({ last_error: reason });
  });
});
