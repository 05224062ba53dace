import type { Db } from './connection.js';
import type { EventRow } from './tables.js';
import type { JobEventRow, JobRow } from './tables-jobs.js';

/** The events that a cycle takes, by their lead. */
export async function listTakenEvents(db: Db, cycleId: string): Promise<Map<string, string>> {
  const rows: Pick<JobEventRow, 'lead_id' | 'event_id'>[] = await db('job_events')
    .where({ cycle_id: cycleId })
    .select('lead_id', 'event_id');
  return new Map(rows.map((row) => [row.lead_id, row.event_id]));
}

/** Every active job that events fire. */
export const listEventJobs = (db: Db): Promise<JobRow[]> =>
  db('background_jobs').where({ trigger_type: 'event', is_active: 1 }).whereNull('deleted_at');

/**
 * Lets an account's events be read from here on, where nobody read them before. Waits for no one: events of
 * transactions that are open now are read all the same, since the reader also goes by their time.
 */
export async function beginReading(tx: Db, accountId: string): Promise<void> {
  const [row] = (await tx('events').where({ account_id: accountId }).max({ seq: 'seq' })) as { seq: number | null }[];
  // A margin for events that got their number before and are not yet in.
  const seq = Math.max(0, Number(row?.seq ?? 0) - MARGIN);
  await tx('job_event_cursors').insert({ account_id: accountId, seq }).onConflict().ignore();
}
const MARGIN = 10_000;

/** Up to where all events of an account were surely read. */
export async function findCursor(db: Db, accountId: string): Promise<number> {
  const row = await db('job_event_cursors').where({ account_id: accountId }).first<{ seq: number } | undefined>('seq');
  return Number(row?.seq ?? 0);
}

export async function advanceCursor(db: Db, accountId: string, seq: number): Promise<void> {
  await db('job_event_cursors')
    .where({ account_id: accountId })
    .update({ seq: db.raw('GREATEST(seq, ?)', [seq]) });
}

export const listEventsAfter = (db: Db, accountId: string, seq: number, limit: number): Promise<EventRow[]> =>
  db('events').where({ account_id: accountId }).where('seq', '>', seq).orderBy('seq').limit(limit);

/** Queues events for jobs, or keeps what was judged of them; pairs that are known stay as they are. */
export async function insertJobEvents(db: Db, rows: readonly JobEventRow[]): Promise<void> {
  if (rows.length > 0) {
    await db('job_events')
      .insert([...rows])
      .onConflict()
      .ignore();
  }
}

/** Those of the events that did not pass the filter of a job or function when they were first seen. */
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
 * Of several queued events of a lead only the last one counts: the job waits until the lead is quiet. Events of the
 * same millisecond are told apart by their ids.
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

const JOBS_AT_ONCE = 100;

/** Jobs with queued events that are due and no cycle that runs. */
export async function listDueJobs(db: Db, now: Date): Promise<string[]> {
  const rows: { job_id: string }[] = await db('job_events as e')
    .join('background_jobs as j', 'j.id', 'e.job_id')
    .where({ 'e.status': 'queued' })
    .where('e.due_at', '<=', now)
    .whereNull('j.open_cycle_id')
    .distinct('e.job_id')
    .limit(JOBS_AT_ONCE);
  return rows.map((row) => row.job_id);
}

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
