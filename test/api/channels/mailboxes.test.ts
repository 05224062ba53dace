import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { addSender } from '../../support/agents.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
let account: TestAccount;
let path: string;
const GOOD = { host: 'IMAP.example.com', user: 'sales@example.com', password: 'a-password' };

beforeAll(async () => {
  account = await api.account();
  path = `/email-senders/${await addSender(api.db, account.accountId)}/mailbox`;
});

const put = (body: object) => account.request('put', path).send(body);

describe('a sender’s mailbox', () => {
  it('is read on port 993 over TLS unless another is named; its password is never shown', async () => {
    const { body } = await put(GOOD).expect(200);
    expect(body.mailbox).toEqual({
      host: 'imap.example.com',
      port: 993,
      push: null,
      secure: true,
      sent_copies: 'auto',
      user: 'sales@example.com',
      connection_id: null,
      shared_mailbox: null,
      checked_at: null,
      error: null,
    });
    const plain = await put({ ...GOOD, port: 143 }).expect(200);
    expect(plain.body.mailbox).toMatchObject({ port: 143, secure: false });
    expect((await account.request('get', path).expect(200)).body).toEqual(plain.body);
    const [row] = await api.db('mailboxes').where({ account_id: account.accountId });
    expect(JSON.stringify(row)).not.toContain(GOOD.password);
  });

  it('that is set up again is read from now on, whichever process read the old one', async () => {
    const sender_id = path.split('/')[2];
    const lease_until = new Date(Date.now() + 60_000);
    const old = { lease_owner: newId(), lease_until, uid_validity: 7, last_uid: 99, failures: 3, last_error: 'x' };
    await api.db('mailboxes').where({ sender_id }).update(old);
    await put(GOOD).expect(200);
    expect(await api.db('mailboxes').where({ sender_id }).first()).toMatchObject({
      lease_owner: null,
      lease_until: null,
      uid_validity: null,
      last_uid: 0,
      failures: 0,
      last_error: null,
    });
  });

  it('goes when it is removed, and again without complaint', async () => {
    await account.request('delete', path).expect(204);
    expect((await account.request('get', path).expect(200)).body.mailbox).toBeNull();
    await account.request('delete', path).expect(204);
  });

  it.each<[string, object, string]>([
    ['no host', { host: undefined }, '/host'],
    ['an empty host', { host: '' }, '/host'],
    ['a host with a path', { host: 'imap.example.com/x' }, '/host'],
    ['a host with a scheme', { host: 'imaps://imap.example.com' }, '/host'],
    ['a host with a line break', { host: 'imap.example.com\r\nX' }, '/host'],
    ['a host that is too long', { host: 'a'.repeat(254) }, '/host'],
    ['a port that is none', { port: 0 }, '/port'],
    ['a port out of range', { port: 65_536 }, '/port'],
    ['a port as text', { port: '993' }, '/port'],
    ['a broken port', { port: 993.5 }, '/port'],
    ['secure as a word', { secure: 'yes' }, '/secure'],
    ['no user', { user: undefined }, '/user'],
    ['a user with a line break', { user: 'sales\nLOGOUT' }, '/user'],
    ['no password', { password: undefined }, '/password'],
    ['an empty password', { password: '' }, '/password'],
    ['a password that is too long', { password: 'x'.repeat(1_001) }, '/password'],
    ['an unknown key', { folder: 'INBOX' }, '/folder'],
  ])('with %s is refused by the name of the field', async (_what, changes, field) => {
    const answer = await put({ ...GOOD, ...changes });
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('of a sender that isn’t there, or another account’s, is not found', async () => {
    const theirs = `/email-senders/${await addSender(api.db, (await api.account()).accountId)}/mailbox`;
    for (const unknown of [theirs, `/email-senders/${newId()}/mailbox`, '/email-senders/x/mailbox']) {
      for (const answer of [
        await account.request('get', unknown),
        await account.request('put', unknown).send(GOOD),
        await account.request('delete', unknown),
      ])
        expect([answer.status, answer.body.code]).toEqual([404, 'SENDER_NOT_FOUND']);
    }
  });
});
