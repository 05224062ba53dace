import { auth, gmail as gmailClient } from '@googleapis/gmail';
import { afterAll, describe, expect, it } from '@jest/globals';
import { composeEmail } from '../../providers/email/compose.js';
import { startGmailServer } from '../support/gmail-server.js';

const AUTH = 'https://www.googleapis.com/auth/';
const PERSON = {
  subject: 'ana',
  email: 'ana@example.com',
  scopes: [`${AUTH}gmail.send`, `${AUTH}gmail.readonly`],
};
const gmail = await startGmailServer({
  personOf: (header) =>
    header === 'Bearer token'
      ? PERSON
      : header === 'Bearer sends-only'
        ? { ...PERSON, scopes: [`${AUTH}gmail.send`] }
        : undefined,
});
afterAll(() => gmail.stop());

function clientWith(access_token: string) {
  const oauth = new auth.OAuth2();
  oauth.setCredentials({ access_token });
  return gmailClient({ version: 'v1', auth: oauth, rootUrl: `${gmail.origin}/`, retryConfig: { retry: 0 } }).users;
}
const me = { userId: 'me' };
const client = clientWith('token');
const mailOf = (id: string, more = '') =>
  `From: lead@example.net\r\nSubject: Hi\r\nMessage-ID: <${id}@example.net>\r\n${more}\r\nYes.\r\n`;

const composed = async (messageId: string, inReplyTo?: string) => {
  const { raw } = await composeEmail({
    messageId,
    accountId: 'a',
    from: { address: PERSON.email },
    to: { address: 'lead@example.net' },
    subject: 'Re: Hi',
    text: 'Grüße',
    ...(inReplyTo === undefined ? {} : { inReplyTo, references: [inReplyTo] }),
  });
  return raw.toString('base64url');
};

describe("the stand-in for the Gmail API, with Google's own client", () => {
  it('takes a whole message in a thread, and returns the headers under which it left', async () => {
    gmail.deliver(PERSON.email, mailOf('asked'));
    const found = await client.messages.list({ ...me, q: 'rfc822msgid:asked@example.net' });
    const threadId = found.data.messages?.[0]?.threadId ?? '';
    gmail.state.replacesMessageId = true;
    const raw = await composed('m1', '<asked@example.net>');
    const sent = await client.messages.send({ ...me, requestBody: { raw, threadId } });
    gmail.state.replacesMessageId = false;
    expect(sent.data).toMatchObject({ threadId, labelIds: ['SENT'] });
    const metadataHeaders = ['Message-ID', 'X-Message-Id'];
    const got = await client.messages.get({ ...me, id: sent.data.id ?? '', format: 'metadata', metadataHeaders });
    const headers = got.data.payload?.headers;
    expect(headers?.[0]?.value).toMatch(/^<CA.+@mail\.gmail\.com>$/);
    expect(headers?.[1]).toEqual({ name: 'X-Message-Id', value: 'm1' });
  });

  it('follows the history to its end, and reads a message as MIME', async () => {
    const start = (await client.getProfile(me)).data.historyId ?? '';
    const ids = ['h1', 'h2', 'h3', 'h4', 'h5'].map((id) => gmail.deliver(PERSON.email, mailOf(id)));
    const spam = gmail.deliver(PERSON.email, mailOf('h6'), new Date(), ['SPAM']);
    gmail.moveFromSpam(PERSON.email, spam);
    const asked = { ...me, startHistoryId: start, historyTypes: ['messageAdded', 'labelRemoved'] };
    const seen: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await client.history.list({ ...asked, ...(pageToken && { pageToken }) });
      for (const { messagesAdded, labelsRemoved } of data.history ?? []) {
        seen.push(messagesAdded?.[0]?.message?.id ?? labelsRemoved?.[0]);
      }
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
    const out = { labelIds: ['SPAM'], message: { id: spam, threadId: spam } };
    expect(seen).toEqual([...ids, spam, out]);
    const { data } = await client.messages.get({ ...me, id: ids[0] ?? '', format: 'raw' });
    expect(Buffer.from(data.raw ?? '', 'base64url').toString()).toBe(mailOf('h1'));
    expect(data.labelIds).toEqual(['INBOX', 'UNREAD']);
  });

  it('lists what came since a time, without what was sent', async () => {
    gmail.deliver(PERSON.email, mailOf('old'), new Date(Date.now() - 3_600_000));
    const q = `after:${Math.floor(Date.now() / 1000) - 60} -in:sent -in:drafts -in:chats`;
    const all: (string | null | undefined)[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await client.messages.list({ ...me, q, ...(pageToken && { pageToken }) });
      all.push(...(data.messages ?? []).map(({ id }) => id));
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
    expect(new Set(all).size).toBe(7);
  });

  it('answers with the errors that Google describes', async () => {
    const failure = (work: Promise<unknown>) => work.then(() => undefined).catch((error: unknown) => error);
    expect(await failure(clientWith('other').getProfile(me))).toMatchObject({ status: 401 });
    expect(await failure(clientWith('sends-only').settings.sendAs.list(me))).toMatchObject({ status: 403 });
    gmail.forgetHistory();
    expect(await failure(client.history.list({ ...me, startHistoryId: '1' }))).toMatchObject({ status: 404 });
    gmail.state.send = () => ({ status: 403, reason: 'userRateLimitExceeded' });
    const raw = await composed('m2');
    const limited = await failure(clientWith('sends-only').messages.send({ ...me, requestBody: { raw } }));
    expect(limited).toMatchObject({
      status: 403,
      response: { data: { error: { errors: [{ reason: 'userRateLimitExceeded' }] } } },
    });
    gmail.state.aliases = { 'sales@example.com': true, 'new@example.com': false };
    const { sendAs } = (await client.settings.sendAs.list(me)).data;
    expect(sendAs?.map(({ verificationStatus }) => verificationStatus)).toEqual([undefined, 'accepted', 'pending']);
    expect(gmail.violations).toEqual([]);
  });

  it('watches a mailbox until it is stopped, for a topic and a week', async () => {
    const requestBody = {
      topicName: 'projects/project/topics/gmail',
      labelIds: ['DRAFT'],
      labelFilterBehavior: 'exclude',
    };
    const { data } = await client.watch({ ...me, requestBody });
    expect(Number(data.expiration)).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    expect(gmail.watches.watches.has(PERSON.email)).toBe(true);
    expect((await client.stop(me)).status).toBe(204);
    expect(gmail.watches.watches.has(PERSON.email)).toBe(false);
  });
});
