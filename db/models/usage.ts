import type { Db } from '../connection.js';

/** Whose use is counted, and in which time: a day in UTC, or `all`. */
export interface UsageSubject {
  subjectId: string;
  day: string;
  accountId: string;
}

/** How much a call uses up. */
export interface Spending {
  tokens: number;
  micros: number;
}

/** How much may be used up; null where that is not limited. */
export interface UsageLimit {
  tokens: number | null;
  micros: number | null;
}

/** Begins to count where nothing was counted yet. */
const openCount = (tx: Db, { subjectId, day, accountId }: UsageSubject) =>
  tx.raw(
    `INSERT IGNORE INTO ai_usage
       (subject_id, day, account_id, calls, tokens, reserved_tokens, cost_micros, reserved_micros, announced)
     VALUES (?, ?, ?, 0, 0, 0, 0, 0, 0)`,
    [subjectId, day, accountId],
  );

/**
 * Reserves what a call may use up; false where it would go beyond a limit. One statement judges and reserves, so that of
 * any number of calls at once only so many get through as there is room for.
 */
export async function reserveUsage(
  tx: Db,
  subject: UsageSubject,
  { tokens, micros }: Spending,
  limit: UsageLimit,
): Promise<boolean> {
  const { subjectId, day } = subject;
  await openCount(tx, subject);
  const room = tx('ai_usage').where({ subject_id: subjectId, day });
  if (limit.tokens !== null) room.whereRaw('tokens + reserved_tokens + ? <= ?', [tokens, limit.tokens]);
  if (limit.micros !== null) room.whereRaw('cost_micros + reserved_micros + ? <= ?', [micros, limit.micros]);
  const reserved = await room.update({
    reserved_tokens: tx.raw('reserved_tokens + ?', [tokens]),
    reserved_micros: tx.raw('reserved_micros + ?', [micros]),
  });
  return reserved === 1;
}

/** Takes back what was reserved for a call that is not made. */
export async function releaseUsage(tx: Db, { subjectId, day }: UsageSubject, reserved: Spending): Promise<void> {
  await tx('ai_usage').where({ subject_id: subjectId, day }).update(withoutReserved(tx, reserved));
}

/** What is reserved once a call is over, or is not made. */
const withoutReserved = (tx: Db, { tokens, micros }: Spending) => ({
  reserved_tokens: tx.raw('GREATEST(0, reserved_tokens - ?)', [tokens]),
  reserved_micros: tx.raw('GREATEST(0, reserved_micros - ?)', [micros]),
});

/** Puts what a call has used up in the place of what was reserved for it. */
export async function settleUsage(
  tx: Db,
  { subjectId, day }: UsageSubject,
  reserved: Spending,
  used: Spending,
): Promise<void> {
  await tx('ai_usage')
    .where({ subject_id: subjectId, day })
    .update({
      calls: tx.raw('calls + 1'),
      tokens: tx.raw('tokens + ?', [used.tokens]),
      cost_micros: tx.raw('cost_micros + ?', [used.micros]),
      ...withoutReserved(tx, reserved),
    });
}

/** Notes that it was told that this is spent; false where that was noted before. */
export async function announceSpent(tx: Db, subject: UsageSubject): Promise<boolean> {
  await openCount(tx, subject);
  const { subjectId, day } = subject;
  return (
    (await tx('ai_usage').where({ subject_id: subjectId, day, announced: false }).update({ announced: true })) === 1
  );
}

/** Forgets what was counted for somebody who is no more. */
export async function dropUsage(db: Db, subjectId: string): Promise<void> {
  await db('ai_usage').where({ subject_id: subjectId }).delete();
}
