import type { Db } from '../connection.js';
import type { EventRow, FunctionRow } from '../tables.js';
import type { JobEventCursorRow, JobRow } from './tables.js';

/** Lists the active jobs of some accounts that events fire. */
export const listEventJobs = (db: Db, accountIds: readonly string[]): Promise<JobRow[]> =>
  db('background_jobs')
    .whereIn('account_id', [...accountIds])
    .where({ trigger_type: 'event', is_active: true })
    .whereNull('deleted_at');

/** Lists the active functions of some accounts that events run. */
export const listEventFunctions = (db: Db, accountIds: readonly string[]): Promise<FunctionRow[]> =>
  db('cloud_functions')
    .whereIn('account_id', [...accountIds])
    .where('has_event', true)
    .where({ is_active: true })
    .whereNull('deleted_at');

/** A margin for events that got their number before and are not yet in. */
const MARGIN = 10_000;

/**
 * Starts the reading of an account's events from now on, if no job waited for any before `now`. Earlier events aren't
 * read. Waits for no lock: events of transactions that are open now are still read, because the reader also compares
 * their time.
 */
export async function beginReading(tx: Db, accountId: string, now: Date): Promise<void> {
  const standing = [...(await listEventJobs(tx, [accountId])), ...(await listEventFunctions(tx, [accountId]))].some(
    ({ active_since }) => active_since < now,
  );
  if (standing) return;
  const [row] = (await tx('events').where({ account_id: accountId }).max({ seq: 'seq' })) as { seq: number | null }[];
  const seq = Math.max(0, Number(row?.seq ?? 0) - MARGIN);
  await tx('job_event_cursors')
    .insert({ account_id: accountId, seq })
    .onConflict()
    .merge({ seq: tx.raw('GREATEST(seq, VALUES(seq))') });
}

/** Moves an account's cursor: up to there all events were surely read. */
export async function advanceCursor(db: Db, accountId: string, seq: number): Promise<void> {
  await db('job_event_cursors')
    .where({ account_id: accountId })
    .update({ seq: db.raw('GREATEST(seq, ?)', [seq]) });
}

/** The process that reads, and the expiry of its leases. */
export interface CursorLease {
  owner: string;
  now: Date;
  until: Date;
  /** Leases that end before this are renewed. */
  renewBefore: Date;
}

/** The number of accounts that a process takes over at once, so that each of several processes gets some. */
const TAKEN_AT_ONCE = 20;

/**
 * Takes and renews leases of accounts' cursors; answers those that this process has, by account.
 */
export async function leaseCursors(db: Db, lease: CursorLease): Promise<Map<string, JobEventCursorRow>> {
  const { owner, now, renewBefore } = lease;
  const rows: JobEventCursorRow[] = await db('job_event_cursors').where((any) =>
    any.where({ lease_owner: owner }).orWhereNull('lease_until').orWhere('lease_until', '<=', now),
  );
  const endOf = (row: JobEventCursorRow) => (row.lease_owner === owner ? (row.lease_until ?? now) : now);
  const kept = rows.filter((row) => endOf(row) >= renewBefore);
  const late = rows.filter((row) => endOf(row) > now && endOf(row) < renewBefore);
  const free = rows.filter((row) => endOf(row) <= now).slice(0, TAKEN_AT_ONCE);
  const taken = late.length + free.length > 0 ? await takeCursors(db, [...late, ...free], lease) : [];
  return new Map([...kept, ...taken].map((row) => [row.account_id, row]));
}

/** Claims those of some cursors that are this process's or free. */
async function takeCursors(
  db: Db,
  rows: readonly JobEventCursorRow[],
  { owner, now, until }: CursorLease,
): Promise<JobEventCursorRow[]> {
  const ids = rows.map(({ account_id }) => account_id);
  await db('job_event_cursors')
    .whereIn('account_id', ids)
    .where((any) => any.where({ lease_owner: owner }).orWhereNull('lease_until').orWhere('lease_until', '<=', now))
    .update({ lease_owner: owner, lease_until: until });
  return db('job_event_cursors').whereIn('account_id', ids).where({ lease_owner: owner });
}

/** Releases the leases of a process, so that others can take over. */
export async function releaseCursors(db: Db, owner: string): Promise<void> {
  await db('job_event_cursors').where({ lease_owner: owner }).update({ lease_owner: null, lease_until: null });
}

/** Notes why an account's events can't be read, or with null that they can. */
export async function noteReadFailure(db: Db, accountId: string, failure: string | null, now: Date): Promise<void> {
  await db('job_event_cursors')
    .where({ account_id: accountId })
    .update({
      failure: failure?.slice(0, 500) ?? null,
      failed_at: failure === null ? null : db.raw('COALESCE(failed_at, ?)', [now]),
    });
}

export const listEventsAfter = (db: Db, accountId: string, seq: number, limit: number): Promise<EventRow[]> =>
  db('events').where({ account_id: accountId }).where('seq', '>', seq).orderBy('seq').limit(limit);

/** Lists the places of an account's events behind one place, up to another. */
export async function listSeqs(db: Db, accountId: string, after: number, upTo: number): Promise<number[]> {
  const places = db('events')
    .where({ account_id: accountId })
    .whereBetween('seq', [after + 1, upTo]);
  return (await places.orderBy('seq').pluck('seq')).map(Number);
}

/** Lists events by their places. */
export const listEventsAt = (db: Db, accountId: string, seqs: readonly number[]): Promise<EventRow[]> =>
  db('events')
    .where({ account_id: accountId })
    .whereIn('seq', [...seqs])
    .orderBy('seq');

export const listEventsById = (db: Db, ids: readonly string[]): Promise<EventRow[]> =>
  db('events')
    .whereIn('id', [...ids])
    .orderBy('seq');
