import type { FunctionRunStatus } from '../../schemas/functions/function-runs.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { FunctionFireRow, FunctionRunRow } from './tables.js';

/** The columns of runs in lists, without their documents. */
const SUMMARY = [
  ...(['id', 'account_id', 'function_id', 'function_version', 'trigger_event', 'sample_label', 'lead_id'] as const),
  ...(['lead_name', 'lead_email', 'status', 'duration_ms', 'log_count', 'ran_at', 'error', 'dry_run'] as const),
  ...(['applied_at', 'replay_of'] as const),
] satisfies (keyof FunctionRunRow)[];
export type FunctionRunSummaryRow = Pick<FunctionRunRow, (typeof SUMMARY)[number]> & {
  has_result: boolean;
  is_draft: boolean;
};

/** Writes runs that are to be made; those whose cause made one already are left out. Answers which are new. */
export async function insertFunctionRuns(tx: Db, rows: readonly FunctionRunRow[]): Promise<FunctionRunRow[]> {
  if (rows.length === 0) return [];
  await tx('function_runs')
    .insert([...rows])
    .onConflict()
    .ignore();
  const made = new Set(
    await tx('function_runs')
      .whereIn(
        'id',
        rows.map(({ id }) => id),
      )
      .pluck<string[]>('id'),
  );
  return rows.filter(({ id }) => made.has(id));
}

/** Finds a run of the account that has ended. */
export const findFunctionRun = (db: Db, accountId: string, id: string): Promise<FunctionRunRow | undefined> =>
  db('function_runs').where({ account_id: accountId, id }).whereNot({ status: 'pending' }).first();

/** Locks the row of a run that has ended, found as by `findFunctionRun`. */
export const lockFunctionRun = (tx: Db, accountId: string, id: string): Promise<FunctionRunRow | undefined> =>
  tx('function_runs').where({ account_id: accountId, id }).whereNot({ status: 'pending' }).forUpdate().first();

/** Finds a run whatever its account and whether it has ended. */
export const findFunctionRunById = (db: Db, id: string): Promise<FunctionRunRow | undefined> =>
  db('function_runs').where({ id }).first();

/** Locks the row of a pending run. Returns undefined if it has ended since then. */
export const lockPendingRun = (tx: Db, id: string): Promise<FunctionRunRow | undefined> =>
  tx('function_runs').where({ id, status: 'pending' }).forUpdate().first();

export async function updateFunctionRun(tx: Db, id: string, changes: Partial<FunctionRunRow>): Promise<void> {
  await tx('function_runs').where({ id }).update(changes);
}

/** Takes a run back that was never made. */
export async function dropPendingRun(db: Db, id: string): Promise<void> {
  await db('function_runs').where({ id, status: 'pending' }).delete();
}

/** Forgets runs that a request asked for and doesn't wait for any more. */
export async function dropUnwaitedRuns(db: Db, before: Date): Promise<void> {
  await db('function_runs')
    .where({ status: 'pending' })
    .where('created_at', '<', before)
    .whereNull('cause_key')
    .delete();
}

/** Lists runs that are still to be made long after they were asked for. */
export const listLostRuns = (
  db: Db,
  { single, ofFires }: { single: Date; ofFires: Date },
  limit: number,
): Promise<FunctionRunRow[]> =>
  db('function_runs')
    .where({ status: 'pending' })
    .whereNotNull('cause_key')
    .where((late) =>
      late
        .where((one) => one.whereNull('fire_id').where('created_at', '<', single))
        .orWhere((one) => one.whereNotNull('fire_id').where('created_at', '<', ofFires)),
    )
    .orderBy('created_at')
    .limit(limit);

export interface FunctionRunFilter {
  status?: FunctionRunStatus | undefined;
  trigger_event?: string | undefined;
  dry_run?: boolean | undefined;
  lead_id?: string | undefined;
  fire_id?: string | undefined;
}

export async function listFunctionRuns(
  db: Db,
  functionId: string,
  filter: FunctionRunFilter,
  page: IdPage,
): Promise<FunctionRunSummaryRow[]> {
  const query = db('function_runs').where({ function_id: functionId }).whereNot({ status: 'pending' });
  if (filter.status !== undefined) query.where({ status: filter.status });
  if (filter.trigger_event !== undefined) query.where({ trigger_event: filter.trigger_event });
  if (filter.lead_id !== undefined) query.where({ lead_id: filter.lead_id });
  if (filter.fire_id !== undefined) query.where({ fire_id: filter.fire_id });
  if (filter.dry_run !== undefined) query.where({ dry_run: filter.dry_run });
  const rows = await newestFirst(
    query.select<FunctionRunSummaryRow[]>(
      ...SUMMARY,
      db.raw('result IS NOT NULL AS has_result'),
      db.raw('draft_source IS NOT NULL AS is_draft'),
    ),
    page,
  );
  return rows.map((row) => ({ ...row, has_result: Boolean(row.has_result), is_draft: Boolean(row.is_draft) }));
}

/** Fires of a schedule: the one of a workflow, made if it isn't there. */
export async function insertFire(tx: Db, row: FunctionFireRow): Promise<void> {
  await tx('function_fires').insert(row).onConflict().ignore();
}

export const findFireByWorkflow = (db: Db, workflowId: string): Promise<FunctionFireRow | undefined> =>
  db('function_fires').where({ workflow_id: workflowId }).first();

/** Finds a fire of a function that still has runs to make; one whose workflow is gone has none for long. */
export const findOpenFire = (db: Db, functionId: string): Promise<Pick<FunctionFireRow, 'id'> | undefined> =>
  db('function_fires as f')
    .where({ 'f.function_id': functionId, 'f.status': 'running' })
    .whereExists(db('function_runs as r').whereRaw('r.fire_id = f.id').where({ 'r.status': 'pending' }).select('r.id'))
    .first('f.id');

/** Lists one page of the fires of a function's schedule, newest first, with one row more than asked for. */
export const listFires = (db: Db, functionId: string, page: IdPage): Promise<FunctionFireRow[]> =>
  newestFirst(db('function_fires').where({ function_id: functionId }), page);

export async function updateFire(tx: Db, id: string, changes: Partial<FunctionFireRow>): Promise<void> {
  await tx('function_fires').where({ id }).update(changes);
}

/** Lists the next runs of a fire that are still to be made. */
export const listPendingOfFire = (db: Db, fireId: string, limit: number): Promise<Pick<FunctionRunRow, 'id'>[]> =>
  db('function_runs').where({ fire_id: fireId, status: 'pending' }).orderBy('id').limit(limit).select('id');

/** Counts a fire's runs, by status. */
export async function countFire(db: Db, fireId: string): Promise<Map<string, number>> {
  const rows = (await db('function_runs')
    .where({ fire_id: fireId })
    .groupBy('status')
    .select('status', db.raw('COUNT(*) AS n'))) as { status: string; n: number }[];
  return new Map(rows.map(({ status, n }) => [status, Number(n)]));
}
