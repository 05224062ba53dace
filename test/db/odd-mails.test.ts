import { afterEach, describe, expect, it } from '@jest/globals';
import { asyncLocalStorage, Context } from '@temporalio/activity';
import { createInboundActivities } from '../../activities/inbound.js';
import { retryParked } from '../../db/outbox.js';
import { systemClock } from '../../runtime/clock.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { listAttention } from '../../services/operations/attention.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startImapServer } from '../support/imap-server.js';
import { addLead, addMessage, workInbound } from '../support/messaging.js';

const api = useApi();
const running: { stop(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

const events = (account: TestAccount) =>
  api.db('inbound_events').where({ account_id: account.accountId }).orderBy('id').select();

/** An account whose mailbox is read, and a lead that was written to. */
async function createFixture() {
  const account = await api.account();
  const server = await startImapServer();
  running.push(server);
  const sender = { name: 'Sales', from_email: 'sales@example.com' };
  const { id } = (await account.request('post', '/email-senders').send(sender).expect(201)).body.email_sender;
  const lead = await addLead(api.db, account.accountId);
  const message = await addMessage(api.db, lead, null, { status: 'sent', sent_at: new Date() });
  const body = { host: '127.0.0.1', port: server.port, secure: false, user: 'sales', password: 'x' };
  await account.request('put', `/email-senders/${id}/mailbox`).send(body).expect(200);
  running.push(
    startMailboxes({
      db: api.db,
      logger: createLogger('silent', 'odd'),
      box: createSecretBox([TEST_SECRET]),
      clock: systemClock,
      privateHosts: ['127.0.0.1:*'],
      dispatch: () => undefined,
      pace: { lookMs: 300, silentMs: 5_000 },
    }),
  );
  const reply = (text: string, more = '') =>
    server.deliver(
      `From: ${lead.email}\r\nTo: sales@example.com\r\nMessage-ID: <${text.length}${message.id}@example.net>\r\n` +
        `In-Reply-To: <${message.id}@example.com>\r\n${more}\r\n${text}\r\n`,
    );
  const came = (count: number) =>
    eventually(async () => {
      const rows = await events(account);
      return rows.length >= count ? rows : undefined;
    });
  return { account, server, lead, reply, came };
}

/** Returns the attention items about the emails of an account. */
const noticesOf = async (account: TestAccount): Promise<string[]> => {
  const { body } = await account.request('get', '/attention?kinds=provider_notice').expect(200);
  return body.attention.map(({ detail }: { detail: string }) => detail);
};

const nested = (levels: number): string =>
  Array.from({ length: levels }, (_, n) => `Content-Type: multipart/mixed; boundary="b${n}"\r\n\r\n--b${n}\r\n`).join(
    '',
  );

describe('a mail that', () => {
  it('writes of \\u0000 is read like any other, and one with a NUL without it', async () => {
    const { account, lead, reply, came } = await createFixture();
    reply('Your log says "\\u0000" and \\\\u0000.');
    reply('Nothing\u0000 more.');
    await came(2);
    expect(await workInbound(api.db, account.accountId)).toEqual(['reply', 'reply']);
    const replies = await api.db('messages').where({ lead_id: lead.id, direction: 'inbound' }).orderBy('id');
    expect(replies.map(({ content }) => content)).toEqual([
      'Your log says "\\u0000" and \\\\u0000.',
      expect.stringMatching(/^Nothing\ufffd? more\.$/),
    ]);
  });

  it.each([
    ['is nested without end', 'MIME-Version: 1.0\r\n', nested(300)],
    ['has headers without end', `X-Long: ${'x'.repeat(2_200_000)}\r\n`, 'Hello'],
  ])(
    '%s is kept as unreadable, and those behind it are read',
    async (_name, headers, text) => {
      const { account, server, reply, came } = await createFixture();
      server.deliver(`From: odd@example.net\r\n${headers}${text.startsWith('Content') ? '' : '\r\n'}${text}`);
      reply('And I wanted to say yes.');
      expect((await came(2)).map(({ type }) => type)).toEqual(['imap.unreadable', 'reply']);
      expect(await workInbound(api.db, account.accountId)).toEqual(['ignored', 'reply']);
      expect(await noticesOf(account)).toEqual([
        expect.stringMatching(/^imap: An email exceeds the limits for headers .* mailbox\.$/),
      ]);
    },
    60_000,
  );

  it('has lines without end is read up to the limit, and listed for a person', async () => {
    const { account, reply, came } = await createFixture();
    reply(`I want to say yes.\r\n\r\n> Hello${'\n--'.repeat(400_000)}`);
    await came(1);
    expect(await workInbound(api.db, account.accountId)).toEqual(['reply']);
    const replies = await api.db('messages').where({ account_id: account.accountId, direction: 'inbound' });
    expect(replies.map(({ content }) => content)).toEqual([expect.stringContaining('I want to say yes.')]);
    expect(await noticesOf(account)).toEqual([
      expect.stringMatching(/^imap: An email exceeds the limits for lines .* mailbox\.$/),
    ]);
  });
});

describe('an event that fails repeatedly while others succeed', () => {
  /** A worker, which works an event as the given try of its activity. */
  const worker = () => {
    const activities = createInboundActivities({ db: api.db, clock: systemClock, dispatch: () => undefined });
    return (inboundEventId: string, attempt: number) => {
      const info = { attempt } as Context['info'];
      const context = Object.assign(Object.create(Context.prototype), { info });
      return asyncLocalStorage.run(context, () => activities.processInboundEvent({ inboundEventId }));
    };
  };

  it('while others succeed ends as failed, shows on the attention list, and is worked when an operator asks for it', async () => {
    const { account, reply, came } = await createFixture();
    reply('Yes');
    reply('And once more');
    const [row, other] = await came(2);
    await api.db('inbound_events').where({ id: row!.id }).update({ payload: '{"text":"\\x"}' });
    await api.db('outbox').where({ account_id: account.accountId }).delete();
    const work = worker();
    await expect(work(row!.id, 110)).rejects.toThrow(SyntaxError);
    expect(await work(other!.id, 1)).toEqual({ outcome: 'reply' });
    await expect(work(row!.id, 109)).rejects.toThrow(SyntaxError);
    expect(await listAttention(api.db, new Date(), account.accountId)).toEqual([]);
    expect(await work(row!.id, 110)).toEqual({ outcome: 'failed' });
    const failed = (await api.db('inbound_events').where({ id: row!.id }).first())!;
    expect([failed.outcome, failed.processed_at]).toEqual(['failed', null]);
    const [item, ...others] = await listAttention(api.db, new Date(), account.accountId);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      what: 'parked instruction to Temporal',
      detail: expect.stringMatching(
        new RegExp(`^workflow inbound/${row!.id}: The event couldn't be processed \\(SyntaxError at \\S+\\)\\.$`),
      ),
    });
    await api.db('inbound_events').where({ id: row!.id }).update({ payload: row!.payload });
    expect(await retryParked(api.db, new Date(), item?.id ?? '')).toBe(true);
    const instruction = (await api.db('outbox').where({ id: item?.id }).first())!;
    expect(instruction.workflow_id).toBe(`inbound/${row!.id}`);
    expect(await work(row!.id, 1)).toEqual({ outcome: 'reply' });
    expect(await listAttention(api.db, new Date(), account.accountId)).toEqual([]);
  });
});
