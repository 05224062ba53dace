import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import { closeSenderBreaker } from './sender-breakers.js';
import { forgetSenderHealth } from './sender-health.js';
import type { EmailSenderRow } from './tables.js';

export const findEmailSender = (db: Db, accountId: string, id: string): Promise<EmailSenderRow | undefined> =>
  db('email_senders').where({ account_id: accountId, id }).first();

/** Finds a sender of any account whose mails leave the house; undefined for one of the sandbox. */
export const findOutgoingSenderById = (db: Db, id: string): Promise<EmailSenderRow | undefined> =>
  db('email_senders').where({ id }).whereNot('provider', 'sandbox').first();

/** Locks the row of the sender until the transaction ends. */
export const lockEmailSender = (tx: Db, accountId: string, id: string): Promise<EmailSenderRow | undefined> =>
  tx('email_senders').where({ account_id: accountId, id }).forUpdate().first();

/** Finds the account's oldest sender, which is used by agents that name none. */
export const findDefaultEmailSender = (db: Db, accountId: string): Promise<EmailSenderRow | undefined> =>
  db('email_senders').where({ account_id: accountId }).orderBy('id').first();

/** Finds the account's oldest sender whose mails leave the house, past those of the sandbox. */
export const findOutgoingEmailSender = (db: Db, accountId: string): Promise<EmailSenderRow | undefined> =>
  db('email_senders').where({ account_id: accountId }).whereNot('provider', 'sandbox').orderBy('id').first();

export const listEmailSenders = (db: Db, accountId: string, page: IdPage): Promise<EmailSenderRow[]> =>
  newestFirst(db('email_senders').where({ account_id: accountId }), page);

export async function insertEmailSender(tx: Db, row: EmailSenderRow): Promise<void> {
  await tx('email_senders').insert(row);
}

export async function updateEmailSender(tx: Db, id: string, changes: Partial<EmailSenderRow>): Promise<void> {
  await tx('email_senders').where({ id }).update(changes);
}

/** Notes that mail servers refuse a sender, and why; what is noted is the latest refusal. */
export async function markRefusedSender(
  tx: Db,
  accountId: string,
  id: string,
  refused: Pick<EmailSenderRow, 'refused_at' | 'refused_reason'>,
): Promise<void> {
  await tx('email_senders').where({ account_id: accountId, id }).update(refused);
}

/** The failure of a sender: of its breaker, or of its connection. */
export interface SenderFailureRow {
  id: string;
  opened_at: Date | null;
  retry_at: Date | null;
  probe_until: Date | null;
  /** The time since which its connection has no access. Null if it has access. */
  lost_at: Date | null;
}

/** Lists those of some senders that can't send now. */
export const listSenderFailures = (db: Db, ids: readonly string[]): Promise<SenderFailureRow[]> =>
  db('email_senders AS s')
    .leftJoin('sender_breakers AS b', 'b.sender_id', 's.id')
    .leftJoin('connections AS c', (on) => on.on('c.id', 's.connection_id').andOnVal('c.status', '<>', 'connected'))
    .whereIn('s.id', [...ids])
    .where((either) => either.whereNotNull('b.sender_id').orWhereNotNull('c.id'))
    .select('s.id', 'b.opened_at', 'b.retry_at', 'b.probe_until', {
      lost_at: db.raw('IF(c.id IS NULL, NULL, COALESCE(c.reconnect_needed_at, c.created_at))'),
    });

/** Removes a sender and what was counted for it. */
export async function deleteEmailSender(tx: Db, id: string): Promise<void> {
  await tx('email_senders').where({ id }).delete();
  await tx('sender_usage').where({ sender_id: id }).delete();
  await tx('mailboxes').where({ sender_id: id }).delete();
  await tx('sent_mails').where({ sender_id: id }).delete();
  await forgetSenderHealth(tx, id);
  await closeSenderBreaker(tx, id);
}
