import type { Db } from '../connection.js';
import type { WorkAttemptRow } from './tables.js';

/** Counts an attempt before its work starts. Returns how many were begun and never ended, this one included. */
export async function beginAttempt(db: Db, now: Date, kind: WorkAttemptRow['kind'], id: string): Promise<number> {
  await db.raw(
    `INSERT INTO work_attempts (kind, id, tries, begun_at) VALUES (?, ?, 1, ?)
     ON DUPLICATE KEY UPDATE tries = tries + 1, begun_at = VALUES(begun_at)`,
    [kind, id, now],
  );
  const row = await db('work_attempts').where({ kind, id }).first('tries');
  return row?.tries ?? 1;
}

/** Forgets the attempts at some work: it ended, well or with an error, so nothing was lost. */
export async function endAttempts(db: Db, kind: WorkAttemptRow['kind'], id: string): Promise<void> {
  await db('work_attempts').where({ kind, id }).delete();
}
