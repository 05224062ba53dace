import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { type Db, isOutOfRange } from '../connection.js';
import { deleteUnlocked } from '../delete-unlocked.js';

/** The subject of a turn counter, with its periods. */
export interface TurnSubject {
  kind: 'session' | 'address' | 'key';
  /** The session, the address within a key, or the key. */
  name: string;
  periodS: number;
}

/** The maximum number of turns of a subject in a period. */
export type TurnLimit = TurnSubject & { allowed: number };

/** The number of turns of a subject in the current period. */
export interface TurnCount {
  n: number;
  /** Seconds until the period ends, by the database's clock. */
  secondsLeft: number;
}

const hashOf = ({ kind, name, periodS }: TurnSubject): Buffer =>
  createHash('sha256').update(`${kind}\n${periodS}\n${name}`).digest();

/** More than the column holds. */
const TOO_MANY = 2 ** 32;

/** The first limits of all turns, then their second ones: rows that many count in come last, each kind in one order. */
const byLimit = <T extends { place: number; hash: Buffer }>(a: T, b: T): number =>
  a.place - b.place || Buffer.compare(a.hash, b.hash);

/**
 * Counts turns for all of their subjects before they are processed, or returns false and counts none of them if one has
 * no capacity. One statement checks and counts, so concurrent turns can't all pass. All processes share one count and
 * lock rows in one order. The row that all turns share comes last, so its lock is held for the shortest time.
 */
export async function countTurns(db: Db, turns: readonly (readonly TurnLimit[])[]): Promise<boolean> {
  const subjects = turns
    .flatMap((limits) => limits.map((limit, place) => ({ ...limit, place, hash: hashOf(limit) })))
    .sort(byLimit);
  const most = [
    ...new Map(subjects.map(({ hash, allowed }) => [hash.toString('hex'), [hash, allowed] as const])).values(),
  ];
  try {
    // A number that the column can't hold takes the whole statement back.
    await db.raw(
      `INSERT INTO turn_counters (subject, ends, n)
       VALUES ${subjects.map(() => '(?, (FLOOR(UNIX_TIMESTAMP() / ?) + 1) * ?, 1)').join(', ')}
       ON DUPLICATE KEY UPDATE
         n = CASE
           WHEN ends <> VALUES(ends) THEN 1
           WHEN n < CASE subject ${most.map(() => 'WHEN ? THEN ?').join(' ')} END THEN n + 1
           ELSE ${TOO_MANY}
         END,
         ends = VALUES(ends)`,
      [...subjects.flatMap(({ hash, periodS }) => [hash, periodS, periodS]), ...most.flat()],
    );
    return true;
  } catch (error) {
    if (isOutOfRange(error)) return false;
    throw error;
  }
}

/** Reads how many turns each subject has, and counts none. */
export async function readTurnCounts(db: Db, subjects: readonly TurnSubject[]): Promise<TurnCount[]> {
  const hashes = subjects.map(hashOf);
  const rows: { subject: Buffer; n: number; left: number }[] = await db('turn_counters')
    .whereIn('subject', hashes)
    .where('ends', '>', db.raw('UNIX_TIMESTAMP()'))
    .select('subject', 'n', db.raw('ends - FLOOR(UNIX_TIMESTAMP()) AS `left`'));
  return hashes.map((hash) => {
    const row = rows.find(({ subject }) => subject.equals(hash));
    return { n: row?.n ?? 0, secondsLeft: Math.max(1, Number(row?.left ?? 0)) };
  });
}

/** Removes counts of periods that are over. */
export const forgetTurnCounts = (db: Knex): Promise<void> =>
  deleteUnlocked(db, 'turn_counters', 'subject', (counts) => counts.where('ends', '<', db.raw('UNIX_TIMESTAMP()')));
