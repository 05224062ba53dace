import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { gmailEmail } from '../../providers/email/gmail.js';
import { gmailSentFolder } from '../../providers/email/gmail-mailbox.js';
import type { OutgoingEmail } from '../../providers/email/provider.js';
import { openConnection } from '../../providers/json-api.js';
import type { TokenAnswer } from '../../providers/oauth/provider.js';
import { newId } from '../../runtime/ids.js';
import { type GmailSend, startGmailServer } from '../support/gmail-server.js';

const AUTH = 'https://www.googleapis.com/auth/';
const SEND = [`${AUTH}gmail.send`];
const ALL = [...SEND, `${AUTH}gmail.readonly`];
const ANA = 'ana@example.com';
let scopes: string[];
const good = new Set<string>();
const gmail = await startGmailServer({
  personOf: (header) =>
    good.has(String(header).replace('Bearer ', '')) ? { subject: 'ana', email: ANA, scopes } : undefined,
});
const api = openConnection();
afterAll(async () => {
  expect(gmail.violations).toEqual([]);
  await api.close();
  await gmail.stop();
});

let mail: OutgoingEmail;
/** Tokens in the order in which they are given out. */
let tokens: string[];
let revoked: boolean;

const access = (gmailUrl = gmail.url) => ({
  gmailUrl,
  api,
  tokens: {
    async tokenFor(): Promise<TokenAnswer> {
      if (revoked && tokens.length === 0) return { kind: 'reconnect_needed', message: 'There is no refresh token.' };
      const token = (tokens.length > 1 || revoked ? tokens.shift() : tokens[0]) ?? '';
      return { kind: 'token', token, email: ANA, scopes };
    },
  },
});
const send = (more: Partial<OutgoingEmail> = {}) =>
  gmailEmail(access(), { connectionId: 'c' }).send({ ...mail, ...more }, Date.now() + 5_000);
const find = () => gmailSentFolder(access(), { connectionId: 'c' }).findSent(`<${mail.messageId}@example.com>`);

beforeEach(() => {
  good.clear();
  good.add('valid');
  [tokens, revoked, scopes] = [['valid'], false, ALL];
  gmail.reset();
  mail = {
    messageId: newId(),
    accountId: 'a',
    from: { address: ANA, name: 'Ana' },
    to: { address: 'lead@example.net' },
    subject: 'Re: Olá',
    text: 'Grüße',
  };
});

describe('mail by the Gmail API', () => {
  it('is sent as a whole message under its own Message-ID', async () => {
    scopes = SEND;
    const id = `<${mail.messageId}@example.com>`;
    expect(await send()).toEqual({ kind: 'accepted', providerMessageId: id });
    expect(gmail.sent).toMatchObject([{ mailbox: ANA, from: ANA, messageId: id, to: 'lead@example.net' }]);
  });

  it('is known by the Message-ID that Gmail puts on it', async () => {
    gmail.state.replacesMessageId = true;
    const outcome = await send();
    expect(outcome).toEqual({ kind: 'accepted', providerMessageId: gmail.sent[0]?.messageId });
    expect(gmail.sent[0]?.messageId).toContain('@mail.gmail.com');
    // Who answers it names this one as well.
    expect(gmail.sent[0]?.raw).toContain(`References: <${mail.messageId}@example.com>`);
  });

  it('continues the thread of the mail that it answers', async () => {
    gmail.deliver(ANA, `From: lead@example.net\r\nSubject: Olá\r\nMessage-ID: <${mail.messageId}-asked@x>\r\n\r\nHi`);
    const subject = 'Re: Hi';
    const answered = `<${mail.messageId}-first@example.net>`;
    gmail.deliver(ANA, `From: lead@example.net\r\nSubject: Hi\r\nMessage-ID: ${answered}\r\n\r\nHi`);
    expect(await send({ subject, inReplyTo: answered, references: [answered] })).toMatchObject({ kind: 'accepted' });
    expect(await send({ messageId: newId() })).toMatchObject({ kind: 'accepted' });
    const [answer, other] = gmail.sent;
    expect(other?.threadId).not.toBe(answer?.threadId);
    const unknown = '<nobody@example.net>';
    expect(await send({ messageId: newId(), inReplyTo: unknown, references: [unknown] })).toMatchObject({
      kind: 'accepted',
    });
  });

  it('is refused before it is sent, if Gmail would replace its From address', async () => {
    const denied = { kind: 'refused_retry', code: 'send_as_denied', senderIsRefused: true };
    const from = { address: 'sales@example.com' };
    scopes = SEND;
    expect(await send({ from })).toMatchObject(denied);
    scopes = ALL;
    expect(await send({ from })).toMatchObject(denied);
    gmail.state.aliases = { 'sales@example.com': false };
    expect(await send({ from })).toMatchObject(denied);
    gmail.state.read = { status: 500, reason: 'backendError' };
    expect(await send({ from })).toMatchObject({ kind: 'refused_retry', code: 'gmail_unreachable' });
    expect(gmail.sent).toEqual([]);
    Object.assign(gmail.state, { read: undefined, aliases: { 'sales@example.com': true } });
    expect(await send({ from: { address: 'Sales@example.com' } })).toMatchObject({ kind: 'accepted' });
  });

  it('is tried once more with a new token, as a rejected one sent nothing', async () => {
    tokens = ['old', 'valid'];
    expect(await send()).toMatchObject({ kind: 'accepted' });
    expect(gmail.sent).toHaveLength(1);
  });

  it('waits under its own name for a connection that someone has to renew', async () => {
    [tokens, revoked] = [['old'], true];
    expect(await send()).toMatchObject({ kind: 'refused_retry', hold: 'reconnect_needed' });
    expect(gmail.sent).toEqual([]);
  });

  const RETRY = { kind: 'refused_retry' };
  const REST = { ...RETRY, hold: 'sender_throttle', senderIsRefused: true };
  const inTwoHours = new Date(Date.now() + 7_200_000).toISOString();
  it.each<[GmailSend, object]>([
    [
      { status: 403, reason: 'rateLimitExceeded' },
      { ...RETRY, code: 'rate_limited', providerCode: 'rateLimitExceeded' },
    ],
    [
      { status: 403, reason: 'userRateLimitExceeded', headers: { 'retry-after': '37' } },
      { ...RETRY, code: 'rate_limited', retryAfterSeconds: 37 },
    ],
    [
      { status: 403, reason: 'dailyLimitExceeded' },
      { ...REST, code: 'daily_limit', retryAfterSeconds: 21_600 },
    ],
    [
      { status: 429, reason: 'rateLimitExceeded', message: `User-rate limit exceeded.  Retry after ${inTwoHours}` },
      { ...REST, code: 'rate_limited' },
    ],
    [
      { status: 400, reason: 'failedPrecondition', message: 'Mail service not enabled' },
      { ...REST, code: 'mailbox_not_enabled' },
    ],
    [
      { status: 403, reason: 'domainPolicy' },
      { ...REST, code: 'sender_restricted' },
    ],
    [
      { status: 403, reason: 'accessNotConfigured' },
      { ...REST, code: 'api_not_enabled' },
    ],
    [
      { status: 403, reason: 'insufficientPermissions' },
      { ...REST, code: 'sender_unauthorized' },
    ],
    [
      { status: 400, reason: 'invalidArgument', message: 'Invalid To header' },
      { kind: 'refused_final', code: 'invalid_recipient' },
    ],
    [
      { status: 400, reason: 'invalidArgument', message: 'Another one' },
      { ...RETRY, code: 'gmail_400', mayBeTheMessage: true },
    ],
    [
      { status: 404, reason: 'notFound' },
      { ...RETRY, code: 'gmail_404', mayBeTheMessage: true },
    ],
    [{ status: 413 }, { kind: 'refused_final', code: 'message_too_large' }],
    [
      { status: 429, headers: { 'retry-after': '5' } },
      { ...RETRY, code: 'rate_limited', retryAfterSeconds: 5 },
    ],
    [{ status: 500, reason: 'backendError' }, { kind: 'unknown' }],
    [{ status: 503, reason: 'backendError', headers: { 'retry-after': '5' } }, { kind: 'unknown' }],
    [{ status: 200 }, { kind: 'unknown' }],
    ['gateway-502', { kind: 'unknown' }],
    ['cut', { kind: 'unknown' }],
    ['take-then-cut', { kind: 'unknown' }],
  ])('that ends with %j has the outcome it proves', async (end, outcome) => {
    gmail.state.send = () => end;
    expect(await send()).toMatchObject(outcome);
  });

  it('that never came to the server is tried again', async () => {
    const provider = gmailEmail(access('http://127.0.0.1:9/gmail/v1'), { connectionId: 'c' });
    expect(await provider.send(mail, Date.now() + 2_000)).toMatchObject({ ...RETRY, code: 'gmail_unreachable' });
  });
});

describe('the sent mail of a Gmail mailbox', () => {
  it.each([false, true])('has a mail whose answer was lost, under the Message-ID it left with', async (replaces) => {
    gmail.state.replacesMessageId = replaces;
    expect(await find()).toEqual({ kind: 'absent' });
    gmail.state.send = () => 'take-then-cut';
    expect(await send()).toMatchObject({ kind: 'unknown' });
    expect(await find()).toEqual({ kind: 'found', providerMessageId: gmail.sent[0]?.messageId });
  });

  it('proves nothing while it has more mails since then than can be compared', async () => {
    for (let n = 0; n < 3; n += 1) await send({ messageId: newId() });
    expect(await find()).toMatchObject({ kind: 'unavailable', code: 'too_many_sent' });
  });

  it("can't be asked while Gmail limits the mailbox, and says for how long", async () => {
    gmail.state.read = { status: 429, reason: 'rateLimitExceeded', headers: { 'retry-after': '120' } };
    expect(await find()).toMatchObject({ kind: 'unavailable', code: 'HTTP_429', retryAfterSeconds: 120 });
  });
});
