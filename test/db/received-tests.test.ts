import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { startMailboxes } from '../../worker/mailboxes.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { startImapServer } from '../support/imap-server.js';

const api = useApi();
const imap = await startImapServer();
let loop: ReturnType<typeof startMailboxes> | undefined;
afterEach(() => loop?.stop());
afterAll(() => imap.stop());

async function createFixture(account: TestAccount) {
  const body = { name: 'Sales', from_email: 'sales@example.com', smtp: { host: 'mail.example.com' } };
  const { id } = (await account.request('post', '/email-senders').send(body).expect(201)).body.email_sender;
  const health = async () => (await account.request('get', `/email-senders/${id}/health`)).body.health;
  /** A test that the mail server accepted. */
  const addTest = async (): Promise<string> => {
    const test = newId();
    await api.db('user_mails').insert({
      id: test,
      account_id: account.accountId,
      kind: 'test',
      user_id: newId(),
      to_address: 'ana@example.com',
      sender_id: id,
      status: 'delivered',
      expires_at: new Date(),
      created_at: new Date(),
    });
    return test;
  };
  return { id, health, addTest };
}

const mail = (test: string, result: string) =>
  `Received: from relay by mx.example.net\r\nAuthentication-Results: mx.example.net; spf=pass; dkim=pass\r\n` +
  ` header.d=example.com; dmarc=${result}\r\nFrom: Sales <sales@example.com>\r\nTo: ana@example.com\r\n` +
  `Message-ID: <${newId()}@mail.example>\r\nX-Message-Id: ${test}\r\n` +
  `References: <${test}@example.com>\r\nSubject: Test\r\n\r\nHello\r\n`;

describe('a test email', () => {
  it('reports the results of a connected mailbox once, and is no reply', async () => {
    const account = await api.account();
    const { id, health, addTest } = await createFixture(account);
    expect((await health()).last_test).toBeNull();
    const test = await addTest();
    expect((await health()).last_test).toMatchObject({ received_at: null, server: null, results: [] });
    const foreign = await (await createFixture(await api.account())).addTest();
    const mailbox = { host: '127.0.0.1', port: imap.port, secure: false, user: 'ana', password: 'x' };
    await account.request('put', `/email-senders/${id}/mailbox`).send(mailbox).expect(200);
    loop = startMailboxes({
      db: api.db,
      logger: createLogger('silent', 'test'),
      box: createSecretBox([TEST_SECRET]),
      clock: systemClock,
      privateHosts: ['127.0.0.1:*'],
      dispatch: () => undefined,
      pace: { lookMs: 300, silentMs: 5_000 },
    });
    // A second copy changes nothing, nor does a test of another account.
    for (const [which, result] of [
      [test, 'pass'],
      [test, 'fail'],
      [foreign, 'fail'],
    ] as const) {
      imap.deliver(mail(which, result));
    }
    const events = () => api.db('inbound_events').where({ account_id: account.accountId });
    await eventually(async () => ((await events()).length > 0 ? true : undefined));
    const { last_test } = await health();
    expect(last_test.received_at).not.toBeNull();
    expect(last_test.server).toBe('mx.example.net');
    expect(last_test.results.map((each: { check: string; result: string }) => [each.check, each.result])).toEqual([
      ['spf', 'pass'],
      ['dkim', 'pass'],
      ['dmarc', 'pass'],
    ]);
    expect(await events()).toHaveLength(1);
    expect(await api.db('user_mails').where({ id: foreign }).first('received_at')).toEqual({ received_at: null });
  });
});
