import type { Db } from '../connection.js';
import type { LinePlaceRow } from './tables.js';

/** The sort key of a queue: urgency first, then due time. */
export type QueueKey = Pick<LinePlaceRow, 'subject_id' | 'urgency' | 'due_at'>;

/** A run that was woken and hasn't claimed by then has lost its position, and gets it again when it does. */
const CLAIM_WITHIN_MS = 15_000;
/** Beyond it a place is only told as further back. */
const MAX_COUNTED = 10_000;

const wokenSince = (now: Date): Date => new Date(now.getTime() - CLAIM_WITHIN_MS);

const OPEN = '(closed_from IS NULL OR closed_from > ? OR closed_until <= ?)';
const AHEAD = `SELECT 1 FROM line_places WHERE line = ? AND ${OPEN}
  AND (urgency < ? OR (urgency = ? AND due_at < ?) OR (urgency = ? AND due_at = ? AND subject_id < ?))
  LIMIT ${MAX_COUNTED}`;

/**
 * Counts the runs ahead in each of the queues (none for a run that was woken), and returns whether the run has a
 * position.
 */
export async function findQueuePosition(
  db: Db,
  now: Date,
  lines: readonly string[],
  { subject_id, urgency, due_at }: QueueKey,
): Promise<{ ahead: Map<string, number>; waits: boolean }> {
  const counts = lines.map((_, n) => `(SELECT COUNT(*) FROM (${AHEAD}) AS before_${n}) AS n_${n}`);
  const [[row]] = await db.raw(
    `SELECT ${['mine.line', 'mine.called_at', ...counts].join(', ')}
     FROM (SELECT 1) AS one LEFT JOIN line_places AS mine ON mine.subject_id = ?`,
    [...lines.flatMap((line) => [line, now, now, urgency, urgency, due_at, urgency, due_at, subject_id]), subject_id],
  );
  const called = row.called_at !== null && row.called_at >= wokenSince(now);
  const ahead = lines.map((line, n) => [line, called && row.line === line ? 0 : Number(row[`n_${n}`])] as const);
  return { ahead: new Map(ahead), waits: row.line !== null };
}

/** Adds a run to a queue. An existing position in the same queue stays, because its sort key doesn't change. */
export async function enqueue(tx: Db, place: Omit<LinePlaceRow, 'called_at'>): Promise<void> {
  await tx('line_places')
    .insert({ ...place, called_at: null })
    .onConflict('subject_id')
    .merge();
}

/** Keeps a place through a time in which its window is closed. */
export async function closeWindowOf(
  tx: Db,
  subjectId: string,
  { from, until }: { from: Date; until: Date },
): Promise<void> {
  await tx('line_places')
    .where({ subject_id: subjectId })
    .update({ closed_from: from, closed_until: until, called_at: null });
}

/** Deletes the places of those who need none any more. */
export async function leaveQueues(tx: Db, subjectIds: readonly string[]): Promise<void> {
  await tx('line_places')
    .whereIn('subject_id', [...subjectIds])
    .delete();
}

/** Lists every queue with waiting runs. */
export const listQueues = (db: Db): Promise<string[]> => db('line_places').distinct().pluck('line');

/** Lists the first of a line that weren't called yet and whose windows are open, but for those with one of some `limits`. */
export function listNextInQueue(
  db: Db,
  now: Date,
  line: string,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<LinePlaceRow[]> {
  const order = ['urgency', 'due_at', 'subject_id'];
  const first = db('line_places').where({ line }).whereNull('called_at').whereRaw(OPEN, [now, now]);
  if (without.length > 0) first.whereNotIn('limits', [...without]);
  // Skipped rows are read from the index alone, because a night's closed windows are thousands.
  const ids = first.orderBy(order).limit(limit).select('subject_id').as('first');
  return db(ids)
    .join('line_places AS p', 'p.subject_id', 'first.subject_id')
    .orderBy(order.map((column) => `p.${column}`))
    .select('p.*');
}

/** Deletes the places of those who were called and didn't come. */
export async function deleteUnclaimed(db: Db, now: Date, line: string): Promise<void> {
  const called = await db('line_places').where({ line }).whereNotNull('called_at').select('subject_id', 'called_at');
  const unclaimed = called.filter(({ called_at }) => called_at && called_at < wokenSince(now));
  if (unclaimed.length === 0) return;
  await leaveQueues(
    db,
    unclaimed.map(({ subject_id }) => subject_id),
  );
}

/** Counts those who were called and may still come. */
export async function countWoken(db: Db, line: string): Promise<number> {
  const [row] = (await db('line_places').where({ line }).whereNotNull('called_at').count({ n: '*' })) as {
    n: number;
  }[];
  return Number(row?.n ?? 0);
}

/** Notes that these are called. */
export async function markWoken(tx: Db, now: Date, subjectIds: readonly string[]): Promise<void> {
  await tx('line_places')
    .whereIn('subject_id', [...subjectIds])
    .update({ called_at: now });
}
