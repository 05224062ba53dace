import type { Db } from '../connection.js';
import type { SenderBreakerRow } from './tables.js';

const MAX_READ = 10_000;

/** Lists every sender that is held back now. */
export const listSenderBreakers = (db: Db): Promise<SenderBreakerRow[]> => db('sender_breakers').limit(MAX_READ);

export const findSenderBreaker = (db: Db, senderId: string): Promise<SenderBreakerRow | undefined> =>
  db('sender_breakers').where({ sender_id: senderId }).first();

/** Lists those of some senders that are held back now. */
export const listSenderBreakersOf = (db: Db, senderIds: readonly string[]): Promise<SenderBreakerRow[]> =>
  senderIds.length === 0 ? Promise.resolve([]) : db('sender_breakers').whereIn('sender_id', senderIds);

/** Holds a sender back; one that is held back already stays as it is. Returns whether this call did it. */
export async function openSenderBreaker(db: Db, row: SenderBreakerRow): Promise<boolean> {
  const [{ affectedRows }] = await db.raw(
    `INSERT IGNORE INTO sender_breakers (sender_id, account_id, trips, last_code, opened_at, retry_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    [row.sender_id, row.account_id, row.trips, row.last_code, row.opened_at, row.retry_at],
  );
  return affectedRows === 1;
}

/** Takes the one try that a sender has when its pause is over; false where another process has it. */
export async function claimSenderProbe(db: Db, now: Date, senderId: string, probeUntil: Date): Promise<boolean> {
  const claimed = await db('sender_breakers')
    .where({ sender_id: senderId })
    .where('retry_at', '<=', now)
    .where((free) => free.whereNull('probe_until').orWhere('probe_until', '<=', now))
    .update({ probe_until: probeUntil });
  return claimed === 1;
}

/** Holds a sender back for longer after its try failed. */
export async function reopenSenderBreaker(
  db: Db,
  senderId: string,
  changes: Pick<SenderBreakerRow, 'trips' | 'last_code' | 'retry_at'>,
): Promise<void> {
  await db('sender_breakers')
    .where({ sender_id: senderId })
    .update({ ...changes, probe_until: null });
}

/** Closes the breaker of a sender, so that it sends again. */
export async function closeSenderBreaker(db: Db, senderId: string): Promise<void> {
  await db('sender_breakers').where({ sender_id: senderId }).delete();
}
