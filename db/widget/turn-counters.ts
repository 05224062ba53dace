import { createHash } from 'node:crypto';
import type { Db } from '../connection.js';

/** Whose turns are counted, in which periods. */
export interface TurnSubject {
  kind: 'session' | 'address' | 'key';
  /** The session, the address within a key, or the key. */
  name: string;
  periodS: number;
}

/** How many turns a subject has in the current period. */
export interface TurnCount {
  n: number;
  /** Seconds until the period ends, by the database's clock. */
  secondsLeft: number;
}

const hashOf = ({ kind, name, periodS }: TurnSubject): Buffer =>
  createHash('sha256').update(`${kind}\n${periodS}\n${name}`).digest();

/** Counts a turn before anything is done for it, so that turns sent at once can't all pass; one count for all processes. */
export async function countTurn(db: Db, subject: TurnSubject): Promise<TurnCount> {
  const { periodS } = subject;
  // LAST_INSERT_ID(x) carries count and second of the period back in the answer to the INSERT itself.
  const [result] = (await db.raw(
    `INSERT INTO turn_counters (subject, ends, n)
     VALUES (?, (FLOOR(UNIX_TIMESTAMP() / ?) + 1) * ?, LAST_INSERT_ID(? + MOD(UNIX_TIMESTAMP(), ?)) DIV ?)
     ON DUPLICATE KEY UPDATE
       n = LAST_INSERT_ID(IF(ends = VALUES(ends), n + 1, 1) * ? + MOD(UNIX_TIMESTAMP(), ?)) DIV ?,
       ends = VALUES(ends)`,
    [hashOf(subject), ...Array.from({ length: 8 }, () => periodS)],
  )) as unknown as [{ insertId: number }];
  return { n: Math.floor(result.insertId / periodS), secondsLeft: periodS - (result.insertId % periodS) };
}

/** Reads how many turns each subject has, and counts none. */
export async function readTurnCounts(db: Db, now: Date, subjects: readonly TurnSubject[]): Promise<TurnCount[]> {
  const hashes = subjects.map(hashOf);
  const rows = await db('turn_counters')
    .whereIn('subject', hashes)
    .where('ends', '>', db.raw('UNIX_TIMESTAMP()'))
    .select('subject', 'n', 'ends');
  return hashes.map((hash) => {
    const row = rows.find(({ subject }) => subject.equals(hash));
    return { n: row?.n ?? 0, secondsLeft: Math.max(1, (row?.ends ?? 0) - Math.floor(now.getTime() / 1_000)) };
  });
}

/** Removes counts of periods that are over. */
export async function forgetTurnCounts(db: Db): Promise<void> {
  await db('turn_counters').where('ends', '<', db.raw('UNIX_TIMESTAMP()')).limit(10_000).delete();
}
