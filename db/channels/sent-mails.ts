import type { Db } from '../connection.js';
import type { SentMailRow } from './tables.js';

/** Makes rows for emails with an unknown outcome whose sender has a mailbox, so that they are looked up there. */
export async function noteUnknownMails(db: Db, now: Date, limit: number): Promise<number> {
  const found: Pick<SentMailRow, 'message_id' | 'account_id' | 'lead_id' | 'sender_id' | 'claim_no'>[] = await db(
    'email_senders as s',
  )
    .join('messages as m', (on) =>
      on
        .on('m.account_id', 's.account_id')
        .andOnVal('m.status', 'unknown')
        .andOn('m.sender_id', 's.id')
        .andOnVal('m.channel', 'email'),
    )
    .leftJoin('mailboxes as b', 'b.sender_id', 's.id')
    .leftJoin('sent_mails as w', (on) =>
      on.on('w.message_id', 'm.id').andOnVal('w.kind', 'look_up').andOn('w.claim_no', 'm.claim_no'),
    )
    .where((any) => any.whereNotNull('b.sender_id').orWhereNotNull('s.connection_id'))
    .whereNull('w.message_id')
    .limit(limit)
    .select('m.id as message_id', 'm.account_id', 'm.lead_id', 'm.sender_id', 'm.claim_no');
  for (const about of found) {
    const fresh = { looks: 0, failures: 0, absent_since: null, looked_at: null, last_error: null, next_at: now };
    await db('sent_mails')
      .insert({ ...about, ...fresh, kind: 'look_up', mail: null, created_at: now })
      .onConflict(['message_id', 'kind'])
      .merge({ claim_no: about.claim_no, ...fresh });
  }
  return found.length;
}

/** Keeps a mail that is about to be sent, so that a copy of it can be saved once it has left. */
export async function keepMailForCopy(
  tx: Db,
  row: Pick<SentMailRow, 'message_id' | 'account_id' | 'lead_id' | 'sender_id' | 'claim_no' | 'mail'> & {
    next_at: Date;
    created_at: Date;
  },
): Promise<void> {
  const fresh = { looks: 0, failures: 0, absent_since: null, looked_at: null, last_error: null };
  await tx('sent_mails')
    .insert({ ...row, ...fresh, kind: 'save_copy' })
    .onConflict(['message_id', 'kind'])
    .merge({ claim_no: row.claim_no, mail: row.mail, next_at: row.next_at, ...fresh });
}

/** Claims what is due until `leaseUntil`, so that no two processes do the same at a time. */
export async function claimSentMails(
  db: Db,
  now: Date,
  { leaseUntil, limit }: { leaseUntil: Date; limit: number },
): Promise<SentMailRow[]> {
  const due: SentMailRow[] = await db('sent_mails').where('next_at', '<=', now).orderBy('next_at').limit(limit);
  const taken: SentMailRow[] = [];
  for (const row of due) {
    const { message_id, kind, next_at } = row;
    const won = await db('sent_mails').where({ message_id, kind, next_at }).update({ next_at: leaseUntil });
    if (won > 0) taken.push({ ...row, next_at: leaseUntil });
  }
  return taken;
}

type Key = Pick<SentMailRow, 'message_id' | 'kind' | 'claim_no'>;

/** Changes what was claimed; nothing happens if the message was claimed again since then. */
export async function updateSentMail(
  db: Db,
  { message_id, kind, claim_no }: Key,
  changes: Partial<SentMailRow>,
): Promise<void> {
  await db('sent_mails').where({ message_id, kind, claim_no }).update(changes);
}

export async function deleteSentMail(db: Db, { message_id, kind, claim_no }: Key): Promise<void> {
  await db('sent_mails').where({ message_id, kind, claim_no }).delete();
}

/** Schedules a new look at all of a sender's emails, because its mailbox has changed. */
export async function scheduleLookups(tx: Db, now: Date, senderId: string): Promise<void> {
  await tx('sent_mails').where({ sender_id: senderId }).update({ next_at: now, looks: 0, absent_since: null });
}
