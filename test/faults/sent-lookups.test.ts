import { describe, expect, it } from '@jest/globals';
import type { MessageRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import { startImapServer } from '../support/imap-server.js';
import { duplicates, expectInvariants } from './support/invariants.js';
import type { Program } from './support/program.js';
import { inParallel, until } from './support/random.js';
import { createLead, mail, type RigAccount, useRig } from './support/rig.js';
import { settle, unknowns } from './support/storm.js';

const rig = useRig({ name: 'sent-lookups' });
const EACH = 5;

/** Enrolls leads, and returns their addresses by their IDs. */
async function enroll(account: RigAccount): Promise<Map<string, string>> {
  const emails = new Map<string, string>();
  await inParallel(EACH, Array.from({ length: EACH }), async () => {
    const email = `${newId()}@example.com`;
    emails.set((await createLead(account, email)).leadId, email);
  });
  return emails;
}

const messagesOf = ({ accountId }: RigAccount): Promise<MessageRow[]> =>
  rig.db('messages').where({ account_id: accountId }).select();

const attentionOf = async (account: RigAccount): Promise<number> => {
  const { body } = await account.request('GET', '/attention');
  return (body.attention as { kind: string }[]).filter(({ kind }) => kind === 'message_unknown').length;
};

describe('the worker, killed while a mail server has the email and has not answered', () => {
  it('settles each message by the Sent folder, sends none twice, and leaves only those without a mailbox to a person', async () => {
    const imap = await startImapServer();
    const [read, unread] = [await rig.account([mail('Read')]), await rig.account([mail('Unread')])];
    const sender = await rig.db('email_senders').where({ account_id: read.accountId }).first();
    const mailbox = { host: '127.0.0.1', port: imap.port, secure: false, user: 'ana', password: 'a-password' };
    const put = await read.request('PUT', `/email-senders/${sender?.id}/mailbox`, {
      body: { ...mailbox, sent_copies: 'never' },
    });
    expect(put.status).toBe(200);
    // The server saves what it takes in the Sent folder of its user.
    rig.sink.onMail(({ raw, headers }) => headers.subject === 'Read' && imap.send(raw));
    const removeRule = rig.sink.rule(() => ({ kind: 'hang', stage: 'data', accepted: true }));
    try {
      const emails = { read: await enroll(read), unread: await enroll(unread) };
      await rig.sink.until((mails) => mails.length === 2 * EACH, 20_000);
      await (rig.workers[0] as Program).kill();
      rig.note('worker', 'killed with emails at the mail server');
      removeRule();
      await until(
        'each message with a mailbox is settled',
        async () => ((await messagesOf(read)).every(({ status }) => status === 'sent') ? true : undefined),
        60_000,
      );
      const settled = await messagesOf(read);
      expect(settled.map(({ settled_by }) => settled_by)).toEqual(settled.map(() => 'lookup'));
      expect(settled).toHaveLength(EACH);
      expect(await attentionOf(read)).toBe(0);
      await until(
        'the other messages wait for a person',
        async () => ((await unknowns(unread)).length === EACH ? true : undefined),
        60_000,
      );
      expect(await attentionOf(unread)).toBe(EACH);
      await settle(rig, unread, emails.unread, await unknowns(unread));
      for (const email of [...emails.read.values(), ...emails.unread.values()]) {
        expect(rig.sink.to(email)).toHaveLength(1);
      }
      expect(duplicates(rig)).toEqual([]);
      await expectInvariants(rig);
    } finally {
      removeRule();
      await imap.stop();
    }
  }, 180_000);
});
