import type { TriggerType } from '../../schemas/jobs/background-jobs.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { JobRow } from './tables.js';

export async function insertJob(tx: Db, row: JobRow): Promise<void> {
  await tx('background_jobs').insert(row);
}

/** Finds a job of the account that was not deleted. */
export const findJob = (db: Db, accountId: string, id: string): Promise<JobRow | undefined> =>
  db('background_jobs').where({ account_id: accountId, id }).whereNull('deleted_at').first();

/** Locks the row of a job, found as by `findJob`: changes, claims of cycles and their ends take turns on it. */
export const lockJob = (tx: Db, accountId: string, id: string): Promise<JobRow | undefined> =>
  tx('background_jobs').where({ account_id: accountId, id }).whereNull('deleted_at').forUpdate().first();

/** Finds a job by its id alone, deleted or not. */
export const findJobById = (db: Db, id: string): Promise<JobRow | undefined> =>
  db('background_jobs').where({ id }).first();

/** Locks the row of a job by its id alone, deleted or not. */
export const lockJobById = (tx: Db, id: string): Promise<JobRow | undefined> =>
  tx('background_jobs').where({ id }).forUpdate().first();

export interface JobFilter {
  trigger_type?: TriggerType | undefined;
  is_active?: boolean | undefined;
}

export function listJobs(db: Db, accountId: string, filter: JobFilter, page: IdPage): Promise<JobRow[]> {
  const query = db('background_jobs').where({ account_id: accountId }).whereNull('deleted_at');
  if (filter.trigger_type !== undefined) query.where({ trigger_type: filter.trigger_type });
  if (filter.is_active !== undefined) query.where({ is_active: filter.is_active });
  return newestFirst(query, page);
}

export async function updateJob(tx: Db, id: string, changes: Partial<JobRow>): Promise<void> {
  await tx('background_jobs').where({ id }).update(changes);
}
