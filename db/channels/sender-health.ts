import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { EmailSenderRow, SenderHealthRow } from './tables.js';

export const findSenderHealth = (db: Db, senderId: string): Promise<SenderHealthRow | undefined> =>
  db('sender_health').where({ sender_id: senderId }).first();

/** Has a sender checked at a time, without a change of its results. */
export async function scheduleSenderHealth(
  tx: Db,
  { id, account_id }: Pick<EmailSenderRow, 'id' | 'account_id'>,
  at: Date,
): Promise<void> {
  const row: SenderHealthRow = {
    sender_id: id,
    account_id,
    checks: '[]',
    memory: '{"known":{},"broken":[]}',
    checked_at: null,
    next_at: at,
    broken_since: null,
  };
  if (!(await insertIfNew(tx, 'sender_health', row)))
    await tx('sender_health').where({ sender_id: id }).update({ next_at: at });
}

/** Forgets the results of a sender that has other settings now. It is checked again within seconds. */
export async function forgetSenderHealth(tx: Db, senderId: string): Promise<void> {
  await tx('sender_health').where({ sender_id: senderId }).delete();
}

/** Adds up to `limit` senders that have never been checked. */
export async function addUncheckedSenders(db: Knex, now: Date, limit: number): Promise<void> {
  const senders: Pick<EmailSenderRow, 'id' | 'account_id'>[] = await db('email_senders')
    .leftJoin('sender_health', 'sender_health.sender_id', 'email_senders.id')
    .whereNull('sender_health.sender_id')
    .whereNot('email_senders.provider', 'sandbox')
    .limit(limit)
    .select('email_senders.id', 'email_senders.account_id');
  for (const sender of senders) await scheduleSenderHealth(db, sender, now);
}

/** Claims senders that are due until a time, so that no two processes check the same one. */
export const claimSenderHealth = (db: Knex, now: Date, until: Date, limit: number): Promise<SenderHealthRow[]> =>
  db.transaction(async (tx) => {
    const rows: SenderHealthRow[] = await tx('sender_health')
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(limit)
      .forUpdate()
      .skipLocked();
    const ids = rows.map(({ sender_id }) => sender_id);
    if (ids.length > 0) await tx('sender_health').whereIn('sender_id', ids).update({ next_at: until });
    return rows.map((row) => ({ ...row, next_at: until }));
  });

/** Saves results under a claim. One that was replaced, or a sender with other settings, isn't changed. */
export async function saveSenderHealth(
  db: Db,
  { sender_id, next_at }: Pick<SenderHealthRow, 'sender_id' | 'next_at'>,
  changes: Partial<SenderHealthRow>,
): Promise<void> {
  await db('sender_health').where({ sender_id, next_at }).update(changes);
}
