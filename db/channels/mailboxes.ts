import type { Db } from '../connection.js';
import type { MailboxRow } from './tables.js';

export const findMailbox = (db: Db, accountId: string, senderId: string): Promise<MailboxRow | undefined> =>
  db('mailboxes').where({ account_id: accountId, sender_id: senderId }).first();

/** Saves a mailbox. An existing one is read again from now on, and its current reader detects that by its lease. */
export async function saveMailbox(tx: Db, row: MailboxRow): Promise<void> {
  await tx('mailboxes').insert(row).onConflict('sender_id').merge();
}

export const deleteMailbox = async (tx: Db, accountId: string, senderId: string): Promise<boolean> =>
  (await tx('mailboxes').where({ account_id: accountId, sender_id: senderId }).delete()) > 0;

/** Claims mailboxes without a reader, so that no two processes read the same one. */
export async function claimMailboxes(
  db: Db,
  now: Date,
  { owner, leaseUntil, limit }: { owner: string; leaseUntil: Date; limit: number },
): Promise<MailboxRow[]> {
  if (limit <= 0) return [];
  const free: { sender_id: string }[] = await db('mailboxes')
    .where('next_at', '<=', now)
    .where((any) => any.whereNull('lease_until').orWhere('lease_until', '<=', now))
    .orderBy('next_at')
    .limit(limit)
    .select('sender_id');
  const taken: MailboxRow[] = [];
  for (const { sender_id } of free) {
    const won = await db('mailboxes')
      .where({ sender_id })
      .where((any) => any.whereNull('lease_until').orWhere('lease_until', '<=', now))
      .update({ lease_owner: owner, lease_until: leaseUntil });
    const row = won > 0 && (await db('mailboxes').where({ sender_id, lease_owner: owner }).first());
    if (row) taken.push(row);
  }
  return taken;
}

/** Changes a mailbox under its lease. False: the lease is another's by now, or the mailbox is gone. */
export const updateMailbox = async (
  db: Db,
  { sender_id, lease_owner }: Pick<MailboxRow, 'sender_id' | 'lease_owner'>,
  changes: Partial<MailboxRow>,
): Promise<boolean> => (await db('mailboxes').where({ sender_id, lease_owner }).update(changes)) > 0;
