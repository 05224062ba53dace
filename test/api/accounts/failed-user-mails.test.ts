import { describe, expect, it } from '@jest/globals';
import { forgetUserMails } from '../../../db/messages/user-mails.js';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { sendUserMails } from '../../support/user-mails.js';
import { addUser } from '../../support/users.js';

const api = useApi();
const REFUSED = { kind: 'refused_final', code: 'smtp_550', message: 'No such user.' } as const;

/** Makes an account with a mail server whose invitation was refused. */
async function withFailedInvitation() {
  const account = await api.account();
  const owner = await addUser(api, account.accountId);
  const smtp = { host: 'smtp.example.com' };
  const sender = { name: 'Sales', from_email: 'sales@example.com', smtp };
  const created = await account.request('post', '/email-senders').send(sender).expect(201);
  const email = `${newId()}@example.com`;
  await owner.request('post', '/invitations').send({ email, role: 'viewer' }).expect(201);
  await sendUserMails(api, account, { outcome: REFUSED });
  const list = async () => (await owner.request('get', '/user-mails').expect(200)).body.user_mails;
  const [mail] = await list();
  const retry = (id = mail.id) => owner.request('post', `/user-mails/${id}/retry`);
  return { account, owner, email, list, mail, retry, senderId: created.body.email_sender.id as string };
}

describe('listFailedUserMails', () => {
  it('names the recipient, the kind and the reason of a failed email, and no other emails', async () => {
    const { account, owner, email, list } = await withFailedInvitation();
    await owner
      .request('post', '/invitations')
      .send({ email: `${newId()}@example.com`, role: 'viewer' })
      .expect(201);
    await sendUserMails(api, account);
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        kind: 'invitation',
        to: email,
        failure: 'The email was rejected: No such user.',
        created_at: expect.any(String),
        retryable: true,
      },
    ]);
  });

  it('has no emails for users who don’t manage members', async () => {
    const { account } = await withFailedInvitation();
    const viewer = await addUser(api, account.accountId, 'viewer');
    await viewer.request('get', '/user-mails').expect(403);
  });
});

describe('retryUserMail', () => {
  it('sends the same link again, once, through the sender of new emails', async () => {
    const { account, email, list, retry, senderId } = await withFailedInvitation();
    const next = { name: 'Next', from_email: 'next@example.com', smtp: { host: 'smtp.example.com' } };
    await account.request('post', '/email-senders').send(next).expect(201);
    await account.request('delete', `/email-senders/${senderId}`).expect(204);
    await retry().expect(202);
    await retry().expect(409);
    const [sent, ...more] = await sendUserMails(api, account);
    expect(sent).toMatchObject({ to: { address: email }, from: { address: 'next@example.com' } });
    expect(sent?.text).toContain('/invitation#');
    expect(more).toEqual([]);
    expect(await sendUserMails(api, account)).toEqual([]);
    expect(await list()).toEqual([]);
  });

  it('keeps the text of an email, sealed, only until it is sent or expires', async () => {
    const content = async (id: string) => (await api.db('user_mails').where({ id }).first('content'))?.content;
    const [sent, expired] = [await withFailedInvitation(), await withFailedInvitation()];
    expect(await content(sent.mail.id)).not.toContain('invitation#');
    await sent.retry().expect(202);
    await sendUserMails(api, sent.account);
    expect(await content(sent.mail.id)).toBeNull();
    await forgetUserMails(api.db, new Date());
    expect(await content(expired.mail.id)).toEqual(expect.any(String));
    await forgetUserMails(api.db, new Date(Date.now() + 4 * 86_400_000));
    expect(await content(expired.mail.id)).toBeNull();
    expect(await expired.list()).toMatchObject([{ id: expired.mail.id, retryable: false }]);
  });

  it('refuses an expired email, one whose link was revoked, and one of another account', async () => {
    const [expired, revoked, other] = [
      await withFailedInvitation(),
      await withFailedInvitation(),
      await withFailedInvitation(),
    ];
    await api.db('user_mails').where({ id: expired.mail.id }).update({ expires_at: new Date() });
    const { invitations } = (await revoked.owner.request('get', '/invitations').expect(200)).body;
    await revoked.owner.request('delete', `/invitations/${invitations[0].id}`).expect(204);
    for (const { list, retry } of [expired, revoked]) {
      expect(await list()).toMatchObject([{ retryable: false }]);
      expect((await retry().expect(409)).body.code).toBe('NOT_MODIFIABLE');
    }
    expect((await expired.retry(other.mail.id).expect(404)).body.code).toBe('MESSAGE_NOT_FOUND');
  });
});
