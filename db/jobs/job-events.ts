import type { Db } from '../connection.js';
import type { JobEventRow, JobRow } from './tables.js';

/** An event that a cycle takes, and when it happened. */
export interface TakenEvent {
  id: string;
  at: Date;
}

/** Lists the events that a cycle takes, by their lead. */
export async function listTakenEvents(db: Db, cycleId: string): Promise<Map<string, TakenEvent>> {
  const rows = await db('job_events').where({ cycle_id: cycleId }).select('lead_id', 'event_id', 'created_at');
  return new Map(rows.map(({ lead_id, event_id, created_at }) => [lead_id, { id: event_id, at: created_at }]));
}

/** Queues events for jobs, or keeps what was judged of them; pairs that are known stay as they are, unless they failed. */
export async function insertJobEvents(db: Db, rows: readonly JobEventRow[]): Promise<void> {
  if (rows.length === 0) return;
  const unlessKnown = (column: string) => db.raw(`IF(status = 'failed', VALUES(${column}), ${column})`);
  await db('job_events')
    .insert([...rows])
    .onConflict()
    // The status comes last, since the time goes by what it was.
    .merge({ due_at: unlessKnown('due_at'), status: unlessKnown('status') });
}

/** Lists events that could not be judged and are to be tried again, of jobs and functions of an account. */
export const listFailedEvents = (db: Db, accountId: string, now: Date, limit: number): Promise<JobEventRow[]> =>
  db('job_events')
    .where({ status: 'failed', account_id: accountId })
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit);

/** Forgets of a job or function which events could not be judged, but for those that failed again. */
export async function forgetFailedEvents(db: Db, id: string, eventIds: readonly string[], now: Date): Promise<void> {
  await db('job_events')
    .where({ job_id: id, status: 'failed' })
    .whereIn('event_id', [...eventIds])
    .where('due_at', '<=', now)
    .delete();
}

/** Lists those of the events that did not pass the filter of a job or function when they were first seen. */
export const listUnmatchedEvents = async (db: Db, id: string, eventIds: readonly string[]): Promise<Set<string>> =>
  new Set(
    await db('job_events')
      .where({ job_id: id, status: 'unmatched' })
      .whereIn('event_id', [...eventIds])
      .pluck('event_id'),
  );

const FORGOTTEN_AT_ONCE = 1_000;

/** Forgets which events from before a time passed no filter. */
export async function forgetUnmatchedEvents(db: Db, before: Date): Promise<void> {
  const old = () => db('job_events').where({ status: 'unmatched' }).where('due_at', '<', before);
  while ((await old().limit(FORGOTTEN_AT_ONCE).delete()) === FORGOTTEN_AT_ONCE);
}

/**
 * Drops all but the last of several queued events of a lead, because the job debounces. Events of the same millisecond
 * are ordered by their IDs.
 */
export async function supersedeEvents(db: Db, jobId: string, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  await db.raw(
    `UPDATE job_events e JOIN (
       SELECT lead_id, MAX(CONCAT(due_at, event_id)) AS last FROM job_events
        WHERE job_id = ? AND status = 'queued' AND lead_id IN (${leadIds.map(() => '?').join(', ')}) GROUP BY lead_id
     ) l ON l.lead_id = e.lead_id SET e.status = 'superseded'
      WHERE e.job_id = ? AND e.status = 'queued' AND CONCAT(e.due_at, e.event_id) < l.last`,
    [jobId, ...leadIds, jobId],
  );
}

/**
 * Lists, of some accounts, the jobs with queued events that are due and no cycle that runs: one look into the queue of
 * each job, however many events wait there.
 */
export const listDueJobs = (
  db: Db,
  accountIds: readonly string[],
  now: Date,
): Promise<Pick<JobRow, 'id' | 'account_id'>[]> =>
  db('background_jobs as j')
    .whereIn('j.account_id', [...accountIds])
    .whereNull('j.open_cycle_id')
    .whereRaw(
      "(SELECT 1 FROM job_events e WHERE e.job_id = j.id AND e.status = 'queued' AND e.due_at <= ? LIMIT 1) = 1",
      [now],
    )
    .orderBy('j.id')
    .select('j.id', 'j.account_id');

export const listDueEvents = (tx: Db, jobId: string, now: Date, limit: number): Promise<JobEventRow[]> =>
  tx('job_events')
    .where({ job_id: jobId, status: 'queued' })
    .where('due_at', '<=', now)
    .orderBy(['due_at', 'event_id'])
    .limit(limit)
    .forUpdate();

export async function takeEvents(tx: Db, jobId: string, cycleId: string, eventIds: readonly string[]): Promise<void> {
  await tx('job_events')
    .where({ job_id: jobId })
    .whereIn('event_id', [...eventIds])
    .update({ status: 'taken', cycle_id: cycleId });
}

/**
 * Lets go of the events of a cycle that ended early, as far as it did nothing for their leads: queued for the next
 * cycle, unless they happened before `since`, or dropped with it.
 */
export async function releaseEvents(tx: Db, cycleId: string, status: 'queued' | 'dropped', since: Date): Promise<void> {
  await tx.raw(
    `UPDATE job_events e LEFT JOIN job_cycle_leads m ON m.cycle_id = e.cycle_id AND m.subject_id = e.lead_id
        SET e.status = IF(e.created_at < ?, 'dropped', ?), e.cycle_id = IF(e.created_at < ? OR ? = 'dropped', e.cycle_id, NULL)
      WHERE e.cycle_id = ? AND e.status = 'taken'
        AND (m.outcome IS NULL OR (m.outcome = 'skipped' AND m.reason IN ('cancelled', 'failed')))`,
    [since, status, since, status, cycleId],
  );
}

/** Gives up what is queued for a job that doesn't fire any more. */
export async function dropQueuedEvents(tx: Db, jobId: string): Promise<void> {
  await tx('job_events').where({ job_id: jobId, status: 'queued' }).update({ status: 'dropped' });
}
