import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import type { FunctionRunRow } from './tables.js';

/** The documents of a function run. */
export const RUN_DOCUMENTS = [
  ...(['ctx', 'result', 'error', 'lead_before', 'lead_after'] as const),
  ...(['effects', 'logs', 'requests', 'journal', 'draft_source'] as const),
];
type RunDocument = (typeof RUN_DOCUMENTS)[number];

/** A run of a function that says nothing any more. */
export const EMPTY_RUN = {
  sample_label: null,
  lead_name: null,
  lead_email: null,
  ...(Object.fromEntries(RUN_DOCUMENTS.map((column) => [column, null])) as Record<RunDocument, null>),
  ctx: '{}',
};

/** Empties runs. One that is still to be made is cancelled, since there is nothing left to make it from. */
export const emptyRuns = (tx: Db, which: (runs: Knex.QueryBuilder) => Knex.QueryBuilder): Promise<number> =>
  which(tx('function_runs') as Knex.QueryBuilder).update({
    status: tx.raw("IF(status = 'pending', 'cancelled', status)"),
    ran_at: tx.raw('COALESCE(ran_at, created_at)'),
    leads_listed: true,
    ...EMPTY_RUN,
  }) as unknown as Promise<number>;

const LISTED_AT_ONCE = 1_000;

/** Lists the leads that the documents of a run name, so that their erasure finds the run by an index. */
export async function insertRunLeads(
  tx: Db,
  { id, account_id }: Pick<FunctionRunRow, 'id' | 'account_id'>,
  leadIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < leadIds.length; at += LISTED_AT_ONCE) {
    const rows = leadIds.slice(at, at + LISTED_AT_ONCE).map((lead_id) => ({ run_id: id, lead_id, account_id }));
    await insertRows(tx, 'function_run_leads', rows);
  }
}

/** Deletes the leads that were listed for runs whose documents are gone. */
export const deleteRunLeads = (tx: Db, runIds: readonly string[]): Promise<number> =>
  tx('function_run_leads')
    .whereIn('run_id', [...runIds])
    .delete();
