import type { Knex } from 'knex';
import { fromJson, inTransaction } from '../../db/connection.js';
import { findFunctionById, lockFunctionById } from '../../db/functions/functions.js';
import {
  countFire,
  findFireByWorkflow,
  findOpenFire,
  insertFire,
  insertFunctionRuns,
  listPendingOfFire,
  updateFire,
} from '../../db/functions/runs.js';
import type { FunctionFireRow, FunctionRow } from '../../db/tables.js';
import type { FirePiece, FireProgress } from '../../domain/flow/function-fire.js';
import { newId } from '../../runtime/ids.js';
import { LEADS_QUERY_LIMITS, type LeadsQuery } from '../../schemas/rules/leads-query.js';
import { queryLeads } from '../leads/leads-query.js';
import { pendingRun } from '../rules/run-function.js';
import { executeFunction, type FunctionDependencies, throwIfAbandoned } from './run.js';

/** The number of runs that one piece makes, one after the other. */
const RUNS_AT_ONCE = 10;

/**
 * Works the next piece of a schedule's fire. The first one takes the leads: each has a row of its own, written once
 * for the fire, so that whatever is repeated, no lead is run for twice.
 */
export async function workFire(
  deps: FunctionDependencies,
  piece: FirePiece,
  signal?: AbortSignal,
): Promise<FireProgress> {
  const { db, clock } = deps;
  const fire = (await findFireByWorkflow(db, piece.workflowId)) ?? (await beginFire(deps, piece));
  if (!fire) return { fireId: null, matched: 0, done: 0, finished: true };
  if (fire.ended_at === null) {
    for (const { id } of await listPendingOfFire(db, fire.id, RUNS_AT_ONCE)) {
      throwIfAbandoned(signal);
      await executeFunction(deps, id, signal);
    }
  }
  const counts = await countFire(db, fire.id);
  const waiting = counts.get('pending') ?? 0;
  const all = [...counts.values()].reduce((sum, n) => sum + n, 0);
  if (waiting === 0 && fire.ended_at === null) await endFire(db, clock.now(), fire, counts, all);
  return { fireId: fire.id, matched: all, done: all - waiting, finished: waiting === 0 };
}

/**
 * Takes a fire's leads; undefined where the function doesn't fire any more. Where the fire before it still has runs to
 * make, it takes none and is recorded as skipped: no schedule makes ever more runs than it gets through.
 */
async function beginFire({ db, clock }: FunctionDependencies, piece: FirePiece): Promise<FunctionFireRow | undefined> {
  const fn = await findFunctionById(db, piece.functionId);
  if (!fn || fn.deleted_at !== null || !fn.is_active || fn.cron_expression === null) return undefined;
  const now = clock.now();
  const leads = (await findOpenFire(db, fn.id)) ? undefined : await leadsOf(db, fn, now);
  return inTransaction(db, async (tx) => {
    // Of two fires that begin at once, the second one sees the first.
    await lockFunctionById(tx, fn.id);
    const taken = (await findOpenFire(tx, fn.id)) ? undefined : leads;
    await insertFire(tx, newFire(now, fn, piece, taken?.length));
    const fire = await findFireByWorkflow(tx, piece.workflowId);
    if (!fire || !taken) return fire;
    const rows = taken.map((lead) =>
      pendingRun(now, {
        fn,
        triggerEvent: 'schedule',
        ctx: { event: 'schedule', ...lead, input: { scheduled_at: piece.nominalAt } },
        dryRun: false,
        dedupKey: `fire/${fire.id}/${lead.lead_id ?? ''}`,
        fireId: fire.id,
        agentId: lead.workflow_id ?? null,
      }),
    );
    await insertFunctionRuns(tx, rows);
    return fire;
  });
}

/** A fire's row, with how many runs it makes; undefined where it is skipped. */
const newFire = (now: Date, fn: FunctionRow, piece: FirePiece, matched: number | undefined): FunctionFireRow => ({
  id: newId(),
  account_id: fn.account_id,
  function_id: fn.id,
  workflow_id: piece.workflowId,
  nominal_at: new Date(piece.nominalAt),
  status: matched === undefined ? 'skipped_overlap' : 'running',
  matched: matched ?? 0,
  succeeded: 0,
  failed: 0,
  failure: null,
  ended_at: matched === undefined ? now : null,
  created_at: now,
});

/** The leads of a schedule's query; one run without a lead where it has none. */
async function leadsOf(db: Knex, fn: FunctionRow, now: Date): Promise<{ lead_id?: string; workflow_id?: string }[]> {
  const query = fromJson<LeadsQuery | null>(fn.leads_query);
  if (!query) return [{}];
  const ids = new Set<string>();
  for (let cursor = query.cursor; ids.size < fn.max_leads; ) {
    const limit = Math.min(LEADS_QUERY_LIMITS.page, fn.max_leads - ids.size);
    const page = await queryLeads(db, {
      accountId: fn.account_id,
      timezone: fn.timezone,
      now,
      query: { ...query, limit, include: [], ...(cursor === undefined ? {} : { cursor }) },
    });
    for (const { id } of page.leads) ids.add(id);
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  const agent = query.workflow_id === undefined ? {} : { workflow_id: query.workflow_id.toLowerCase() };
  return [...ids].map((lead_id) => ({ lead_id, ...agent }));
}

async function endFire(
  db: Knex,
  now: Date,
  fire: FunctionFireRow,
  counts: ReadonlyMap<string, number>,
  all: number,
): Promise<void> {
  const succeeded = counts.get('success') ?? 0;
  await updateFire(db, fire.id, {
    status: succeeded === all ? 'completed' : succeeded === 0 ? 'failed' : 'partial',
    matched: all,
    succeeded,
    failed: all - succeeded,
    ended_at: now,
  });
}
