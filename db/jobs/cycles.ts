import type { Knex } from 'knex';
import type { CycleStatus, TriggerType } from '../../schemas/jobs/background-jobs.js';
import type { Db, Listing } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { JobCycleRow, JobEffectRow } from './tables.js';

/** Writes a cycle; false when its cause made one before. */
export const insertCycle = (tx: Db, row: JobCycleRow): Promise<boolean> => insertIfNew(tx, 'job_cycles', row);

export const findCycle = (db: Db, accountId: string, jobId: string, id: string): Promise<JobCycleRow | undefined> =>
  db('job_cycles').where({ account_id: accountId, job_id: jobId, id }).first();

export const findCycleById = (db: Db, id: string): Promise<JobCycleRow | undefined> =>
  db('job_cycles').where({ id }).first();

export const lockCycle = (tx: Db, id: string): Promise<JobCycleRow | undefined> =>
  tx('job_cycles').where({ id }).forUpdate().first();

/** Finds the cycle that was made under a key: a nominal time of the schedule, or what a request was given. */
export const findCycleByDedupKey = (
  db: Db,
  jobId: string,
  cause: TriggerType,
  dedupKey: Buffer,
): Promise<JobCycleRow | undefined> => db('job_cycles').where({ job_id: jobId, cause, cause_key: dedupKey }).first();

export async function updateCycle(tx: Db, id: string, changes: Partial<JobCycleRow>): Promise<void> {
  await tx('job_cycles').where({ id }).update(changes);
}

/** Writes how a cycle ended and gives its job free, in one statement. */
export async function closeCycle(tx: Db, id: string, changes: Partial<JobCycleRow>): Promise<void> {
  const columns = Object.entries(changes);
  await tx.raw(
    `UPDATE job_cycles c JOIN background_jobs j ON j.id = c.job_id
        SET ${columns.map(([name]) => `c.${name} = ?`).join(', ')},
            j.open_cycle_id = IF(j.open_cycle_id = c.id, NULL, j.open_cycle_id) WHERE c.id = ?`,
    [...columns.map(([, value]) => value), id],
  );
}

export function listCycles(
  db: Db,
  jobId: string,
  status: CycleStatus | undefined,
  page: IdPage,
): Promise<JobCycleRow[]> {
  const query = db('job_cycles').where({ job_id: jobId });
  if (status !== undefined) query.where({ status });
  return newestFirst(query, page);
}

export interface FailingCycle {
  id: string;
  account_id: string;
  job_id: string;
  ended_at: Date;
  failure: string | null;
}

/**
 * The cycles `c` that did nothing: they failed, or all that they asked for was in vain. Every request was given up and
 * every run of a function ended badly; none waits.
 */
function inVain(db: Db, cycles: Knex.QueryBuilder): Knex.QueryBuilder<object, FailingCycle[]> {
  const requests = (test: string) => db('job_deliveries AS d').select('d.id').whereRaw(`d.cycle_id = c.id AND ${test}`);
  const runs = (test: string) => db('function_runs AS r').select('r.id').whereRaw(`r.cycle_id = c.id AND ${test}`);
  return cycles
    .where((either) =>
      either.where('c.status', 'failed').orWhere((all) =>
        all
          .where((some) =>
            some
              .whereExists(requests("d.status = 'failed'"))
              .orWhereExists(runs("r.status NOT IN ('pending', 'success')")),
          )
          .whereNotExists(requests("d.status <> 'failed'"))
          .whereNotExists(runs("r.status IN ('pending', 'success')")),
      ),
    )
    .select('c.id', 'c.account_id', 'c.job_id', 'c.ended_at', {
      failure: db.raw(`COALESCE(c.failure,
        (SELECT d.failure FROM job_deliveries d WHERE d.cycle_id = c.id ORDER BY d.id LIMIT 1),
        (SELECT CONCAT('Every run of its function failed: ', r.status, '.')
          FROM function_runs r WHERE r.cycle_id = c.id ORDER BY r.id LIMIT 1))`),
    });
}

/** Lists the last cycle of each job, where it came to an end since then, was no dry run and did nothing. */
export function listFailingCycles(
  db: Db,
  { since, accountId, limit }: { since: Date; accountId: string | undefined; limit: number },
): Listing<FailingCycle> {
  const last = db.raw(`(SELECT l.id FROM job_cycles l WHERE l.job_id = j.id AND l.dry_run = 0
    AND l.status IN ('completed', 'partial', 'failed') ORDER BY l.id DESC LIMIT 1)`);
  const query = db('background_jobs AS j').join('job_cycles AS c', 'c.id', last).whereNull('j.deleted_at');
  if (accountId !== undefined) query.where('j.account_id', accountId);
  return inVain(db, query.where('c.ended_at', '>', since))
    .orderBy('c.id')
    .limit(limit);
}

/** Finds the cycle, where it has ended and did nothing. */
export const findFailingCycle = async (db: Db, id: string): Promise<FailingCycle | undefined> =>
  (await inVain(db, db('job_cycles AS c').where('c.id', id).whereNotNull('c.ended_at')))[0];

/** Cycles that should be worked and that nothing was heard of since. */
export const listStalledCycles = (db: Db, before: Date, limit: number): Promise<JobCycleRow[]> =>
  db('job_cycles')
    .whereIn('status', ['queued', 'running'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit);

export async function insertJobEffects(tx: Db, rows: readonly JobEffectRow[]): Promise<void> {
  if (rows.length > 0) await tx('job_effects').insert([...rows]);
}

/** Locks effects of a cycle that are due, the earliest first. */
export const lockDueEffects = (tx: Db, cycleId: string, now: Date, limit: number): Promise<JobEffectRow[]> =>
  tx('job_effects')
    .where({ cycle_id: cycleId, status: 'waiting' })
    .where('due_at', '<=', now)
    .orderBy(['due_at', 'id'])
    .limit(limit)
    .forUpdate();

/** Finds when the next waiting effect of a cycle is due. */
export async function nextEffectAt(db: Db, cycleId: string): Promise<Date | undefined> {
  const row = await db('job_effects')
    .where({ cycle_id: cycleId, status: 'waiting' })
    .orderBy('due_at')
    .first<{ due_at: Date } | undefined>('due_at');
  return row?.due_at;
}

export async function updateJobEffect(tx: Db, id: string, changes: Partial<JobEffectRow>): Promise<void> {
  await tx('job_effects').where({ id }).update(changes);
}

/** Resets the held effects of a cycle to waiting, and returns their number. */
export const reopenEffects = (tx: Db, cycleId: string): Promise<number> =>
  tx('job_effects').where({ cycle_id: cycleId, status: 'held' }).update({ status: 'waiting', applied_at: null });

/** Cancels what a cycle put off; whether there was anything. */
export const cancelJobEffects = async (tx: Db, now: Date, cycleId: string): Promise<boolean> =>
  (await tx('job_effects')
    .where({ cycle_id: cycleId, status: 'waiting' })
    .update({ status: 'cancelled', applied_at: now })) > 0;

/** Finds the latest cycle of each of some jobs, by job, in one statement. */
export async function findLatestCycles(db: Db, jobIds: readonly string[]): Promise<Map<string, JobCycleRow>> {
  if (jobIds.length === 0) return new Map();
  const latest = db('job_cycles')
    .whereIn('job_id', [...jobIds])
    .groupBy('job_id')
    .max('id');
  const rows: JobCycleRow[] = await db('job_cycles').whereIn('id', latest as never);
  return new Map(rows.map((row) => [row.job_id, row]));
}
