import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import { migrateToLatest } from '../../db/migrate.js';
import { createEmailProviders } from '../../providers/email/index.js';
import type { OutgoingEmail } from '../../providers/email/provider.js';
import { newId } from '../../runtime/ids.js';
import { inTime } from '../support/in-time.js';
import { SmtpSink } from '../support/smtp-server.js';

let db: Knex;
const url = process.env.DATABASE_URL ?? '';

beforeAll(async () => {
  await migrateToLatest(url);
  db = openDatabase({ url });
});
afterAll(() => db.destroy());

const mail = (changes: Partial<OutgoingEmail> = {}): OutgoingEmail => ({
  messageId: newId(),
  accountId: newId(),
  from: { address: 'ana@sender.example', name: 'Ana' },
  to: { address: 'bob@example.com' },
  subject: 'Hello 👍',
  text: 'Hi\nthere',
  html: '<p>Hi</p>',
  unsubscribe: { url: 'https://las.example/u/token', mailto: 'unsubscribe@sender.example' },
  ...changes,
});

describe('the sandbox provider', () => {
  it('stores what it would have sent, headers included', async () => {
    const email = mail();
    const providers = createEmailProviders(db, { privateHosts: ['127.0.0.1:*'] });
    const outcome = await providers.for({ provider: 'sandbox' }).send(email, inTime());
    const header = `<${email.messageId}@sender.example>`;
    expect(outcome).toEqual({ kind: 'accepted', providerMessageId: header });
    const [row] = await db('sandbox_deliveries').where({ message_id: email.messageId });
    expect(row).toMatchObject({
      account_id: email.accountId,
      channel: 'email',
      to_address: 'bob@example.com',
      from_address: 'Ana <ana@sender.example>',
      subject: 'Hello 👍',
      body_text: 'Hi\nthere',
      body_html: '<p>Hi</p>',
    });
    expect(JSON.parse(row!.headers)).toMatchObject({
      'Message-ID': header,
      'List-Unsubscribe': '<https://las.example/u/token>, <mailto:unsubscribe@sender.example>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    await providers.close();
  });

  it('delivers a message id once, however often and however parallel it is sent', async () => {
    const email = mail();
    const provider = createEmailProviders(db, { privateHosts: ['127.0.0.1:*'] }).for({ provider: 'sandbox' });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => provider.send(email, inTime())));
    expect(new Set(outcomes.map((outcome) => outcome.kind))).toEqual(new Set(['accepted']));
    expect(await db('sandbox_deliveries').where({ message_id: email.messageId })).toHaveLength(1);
  });

  it('keeps overlong and hostile values within one line and its column', async () => {
    const email = mail({
      subject: `a\r\nBcc: x@y.z ${'s'.repeat(2_000)}`,
      from: { address: 'a@b.co', name: 'n'.repeat(1_000) },
    });
    const provider = createEmailProviders(db, { privateHosts: ['127.0.0.1:*'] }).for({ provider: 'sandbox' });
    expect(await provider.send(email, inTime())).toMatchObject({ kind: 'accepted' });
    const [row] = await db('sandbox_deliveries').where({ message_id: email.messageId });
    expect(row!.subject).toHaveLength(998);
    expect(row!.subject).toMatch(/^a Bcc: x@y\.z s+$/);
  });
});

describe('the providers of a process', () => {
  it('share connections between mails of the same sender only', async () => {
    const sink = await SmtpSink.start();
    const providers = createEmailProviders(db, { privateHosts: ['127.0.0.1:*'] });
    const settings = { provider: 'smtp', host: sink.host, port: sink.port, secure: false } as const;
    expect(providers.for({ ...settings })).toBe(providers.for({ ...settings }));
    expect(providers.for({ ...settings, user: 'other' })).not.toBe(providers.for(settings));
    for (let count = 0; count < 3; count += 1) await providers.for(settings).send(mail(), inTime());
    expect([sink.connections, sink.mails.length]).toEqual([1, 3]);
    await providers.close();
    await sink.stop();
  });
});
