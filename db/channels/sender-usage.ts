import type { Db } from '../connection.js';

/**
 * Counts a message that found a full second, and returns its position in the queue. Without a queue all would be
 * retried in the same next second.
 */
export async function reserveTurn(tx: Db, senderId: string, second: Date): Promise<number> {
  const row = { sender_id: senderId, bucket: 'turned_away', starts_at: second };
  await tx.raw(
    'INSERT INTO sender_usage (sender_id, bucket, starts_at, n) VALUES (?, ?, ?, 1) ON DUPLICATE KEY UPDATE n = n + 1',
    Object.values(row),
  );
  const counted = await tx('sender_usage').where(row).first('n');
  return counted?.n ?? 1;
}

/** A counter of a sender, an agent or a lead: what is counted, from when on. */
export interface Counter {
  id: string;
  bucket: string;
  at: Date;
}

/** Returns counts by `<id>/<bucket>`, the counters locked until the transaction ends; made where they are missing. */
export async function lockCounters(tx: Db, counters: readonly Counter[]): Promise<Map<string, number>> {
  const ordered = [...counters].sort((a, b) => (a.id + a.bucket < b.id + b.bucket ? -1 : 1));
  await tx.raw(
    `INSERT INTO sender_usage (sender_id, bucket, starts_at, n) VALUES ${ordered.map(() => '(?, ?, ?, 0)').join(', ')}
     ON DUPLICATE KEY UPDATE n = n`,
    ordered.flatMap(({ id, bucket, at }) => [id, bucket, at]),
  );
  return readCounters(tx, ordered);
}

/** Returns counts by `<id>/<bucket>`; locks and writes nothing. */
export async function readCounters(tx: Db, ordered: readonly Counter[]): Promise<Map<string, number>> {
  const rows = await tx('sender_usage').where((either) => {
    for (const { id, bucket, at } of ordered) either.orWhere({ sender_id: id, bucket, starts_at: at });
  });
  return new Map(rows.map((row) => [`${row.sender_id}/${row.bucket}`, row.n]));
}

/** Counts one in each of the counters. */
export async function countUp(tx: Db, counters: readonly Counter[]): Promise<void> {
  await tx('sender_usage')
    .where((either) => {
      for (const { id, bucket, at } of counters) either.orWhere({ sender_id: id, bucket, starts_at: at });
    })
    .update({ n: tx.raw('n + 1') });
}

const KEPT_MS = 3_600_000;
const SWEPT = 10_000;

/** Forgets what was counted for seconds that are long over. */
export const forgetSeconds = (db: Db, now: Date): Promise<number> =>
  db('sender_usage')
    .whereIn('bucket', ['second', 'turned_away'])
    .where('starts_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(SWEPT)
    .delete();
