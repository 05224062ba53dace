import { type Db, isDuplicate } from './connection.js';
import { type IdPage, newestFirst } from './keyset.js';
import type { JobCycleRow, JobEffectRow } from './tables-jobs.js';

/** Writes a cycle; false when its cause made one before. */
export async function insertCycle(tx: Db, row: JobCycleRow): Promise<boolean> {
  try {
    await tx('job_cycles').insert(row);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

export const findCycle = (db: Db, accountId: string, jobId: string, id: string): Promise<JobCycleRow | undefined> =>
  db('job_cycles').where({ account_id: accountId, job_id: jobId, id }).first();

export const findCycleById = (db: Db, id: string): Promise<JobCycleRow | undefined> =>
  db('job_cycles').where({ id }).first();

export const lockCycle = (tx: Db, id: string): Promise<JobCycleRow | undefined> =>
  tx('job_cycles').where({ id }).forUpdate().first();

/** The cycle that a cause made: a nominal time of the schedule, or the key of a request. */
export const findCycleByCause = (
  db: Db,
  jobId: string,
  cause: string,
  causeKey: Buffer,
): Promise<JobCycleRow | undefined> => db('job_cycles').where({ job_id: jobId, cause, cause_key: causeKey }).first();

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

export function listCycles(db: Db, jobId: string, status: string | undefined, page: IdPage): Promise<JobCycleRow[]> {
  const query = db('job_cycles').where({ job_id: jobId });
  if (status !== undefined) query.where({ status });
  return newestFirst(query, page);
}

/** Cycles that should be worked and that nothing was heard of since. */
export const listSilentCycles = (db: Db, before: Date, limit: number): Promise<JobCycleRow[]> =>
  db('job_cycles')
    .whereIn('status', ['queued', 'running'])
    .where('updated_at', '<', before)
    .orderBy('updated_at')
    .limit(limit);

export async function insertJobEffects(tx: Db, rows: readonly JobEffectRow[]): Promise<void> {
  if (rows.length > 0) await tx('job_effects').insert([...rows]);
}

/** Effects of a cycle that are due, locked, the earliest first. */
export const lockDueEffects = (tx: Db, cycleId: string, now: Date, limit: number): Promise<JobEffectRow[]> =>
  tx('job_effects')
    .where({ cycle_id: cycleId, status: 'waiting' })
    .where('due_at', '<=', now)
    .orderBy(['due_at', 'id'])
    .limit(limit)
    .forUpdate();

/** When the next waiting effect of a cycle is due. */
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

/** Cancels what a cycle put off; whether there was anything. */
export const cancelJobEffects = async (tx: Db, now: Date, cycleId: string): Promise<boolean> =>
  (await tx('job_effects')
    .where({ cycle_id: cycleId, status: 'waiting' })
    .update({ status: 'cancelled', applied_at: now })) > 0;
