import type { Knex } from 'knex';
import type { Db } from '../../db/connection.js';
import { findFunctionById, findFunctionVersion } from '../../db/functions/functions.js';
import {
  dropPendingRun,
  findFunctionRun,
  findFunctionRunById,
  insertFunctionRuns,
  listFires,
  listFunctionRuns,
} from '../../db/functions/runs.js';
import { findLead } from '../../db/leads/leads.js';
import type { FunctionRow, FunctionRunRow } from '../../db/tables.js';
import { isZone } from '../../domain/leads/lead-zone.js';
import { deploy } from '../../functions/deploy.js';
import { isUuid } from '../../runtime/ids.js';
import { listFunctionFiresContract } from '../../schemas/functions/cloud-function-contracts.js';
import {
  applyFunctionRunContract,
  type FunctionContext,
  type FunctionRun,
  getFunctionRunContract,
  listFunctionRunsContract,
  replayFunctionRunContract,
  runFunctionContract,
} from '../../schemas/functions/function-runs.js';
import { applyRun } from '../../services/functions/apply-dry-run.js';
import { deployedVersion } from '../../services/functions/functions.js';
import { pendingRun } from '../../services/rules/run-function.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/auth/assert-scope.js';
import { ApiError } from '../http/errors.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { deployProblem, requireFunction } from './functions.js';
import { toFire } from './to-function.js';
import { toRun, toRunSummary } from './to-run.js';

const KIND = 'function_runs';
const FIRES = 'function_fires';
const RETRY = { headers: { 'Retry-After': '5' } };

/** Checks the context of a function and loads its references. */
async function checkedContext(db: Db, accountId: string, ctx: FunctionContext): Promise<FunctionContext> {
  if (ctx.now !== undefined && Number.isNaN(new Date(ctx.now).getTime())) {
    throw new ApiError('INVALID_DATE', { field: '/ctx/now' });
  }
  if (ctx.timezone !== undefined && !isZone(ctx.timezone)) {
    throw new ApiError('INVALID_TIMEZONE', { field: '/ctx/timezone' });
  }
  if (ctx.lead_id === undefined) return ctx;
  const id = ctx.lead_id.toLowerCase();
  const lead = isUuid(id) ? await findLead(db, accountId, id) : undefined;
  if (!lead || lead.hidden) throw new ApiError('LEAD_NOT_FOUND', { field: '/ctx/lead_id' });
  return { ...ctx, lead_id: id };
}

/** Makes a run that was written down, waits for it, and reads what came of it. */
async function runAndRead(
  { functions }: ApiDependencies,
  db: Knex,
  fn: FunctionRow,
  row: FunctionRunRow,
): Promise<FunctionRun> {
  await insertFunctionRuns(db, [row]);
  const outcome = await functions
    .run({
      functionRunId: row.id,
      timeoutMs: fn.timeout_ms,
      waitedFor: true,
      accountId: fn.account_id,
      functionId: fn.id,
      leadId: row.lead_id !== null && isUuid(row.lead_id) ? row.lead_id : null,
    })
    .catch(async (error) => {
      await dropPendingRun(db, row.id);
      throw error;
    });
  const ended = await findFunctionRunById(db, row.id);
  // The run may have ended even if that couldn't be reported in time. Then it is returned.
  if (ended && ended.status !== 'pending') return toRun(ended, fn.name);
  await dropPendingRun(db, row.id);
  throw new ApiError(outcome === 'busy' ? 'FUNCTION_BUSY' : 'ENGINE_UNAVAILABLE', RETRY);
}

/** The code to run where it is another than the saved one. */
async function draftOf(db: Db, fn: FunctionRow, source: string | undefined): Promise<string | null> {
  if (source === undefined) return null;
  const saved = await findFunctionVersion(db, fn.id, fn.source_version);
  return saved?.source === source ? null : source;
}

export const runFunctionRoute = (deps: ApiDependencies) =>
  route(runFunctionContract).handle(async ({ account, db, params, body, now, key, user }) => {
    if (body.source !== undefined) assertMayAlso({ key, user }, 'functions:write', 'Code that is not saved');
    const fn = await requireFunction(db, account.id, params.id);
    const ctx = await checkedContext(db, account.id, body.ctx ?? {});
    const draft = await draftOf(db, fn, body.source);
    await (draft === null ? deployedVersion(db, now, fn.id, fn.source_version) : deploy(draft)).catch(deployProblem);
    const agentId = ctx.workflow_id !== undefined && isUuid(ctx.workflow_id) ? ctx.workflow_id.toLowerCase() : null;
    const triggerEvent = ctx.event ?? 'manual_dry_run';
    const row = pendingRun(now, { fn, triggerEvent, ctx, dryRun: true, dedupKey: null, agentId, draft });
    return { status: 200, body: { success: true, run: await runAndRead(deps, db, fn, row), dry_run: true } };
  });

export const listFunctionRunsRoute = (_deps: ApiDependencies) =>
  route(listFunctionRunsContract).handle(async ({ account, db, params, query }) => {
    const fn = await requireFunction(db, account.id, params.id);
    const page = idPage(KIND, query);
    const filter = { ...query, dry_run: query.dry_run === undefined ? undefined : query.dry_run === 'true' };
    const { rows, pagination } = idPageOf(KIND, await listFunctionRuns(db, fn.id, filter, page), page.limit);
    return { status: 200, body: { success: true, runs: rows.map((row) => toRunSummary(row, fn.name)), pagination } };
  });

export const listFunctionFiresRoute = (_deps: ApiDependencies) =>
  route(listFunctionFiresContract).handle(async ({ account, db, params, query }) => {
    const fn = await requireFunction(db, account.id, params.id);
    const page = idPage(FIRES, query);
    const { rows, pagination } = idPageOf(FIRES, await listFires(db, fn.id, page), page.limit);
    return { status: 200, body: { success: true, fires: rows.map(toFire), pagination } };
  });

const requireRun = async (db: Db, accountId: string, id: string): Promise<FunctionRunRow> =>
  found(await findFunctionRun(db, accountId, pathId(id, 'FUNCTION_RUN_NOT_FOUND')), 'FUNCTION_RUN_NOT_FOUND');

const nameOf = async (db: Db, functionId: string): Promise<string> =>
  (await findFunctionById(db, functionId))?.name ?? '';

export const getFunctionRunRoute = (_deps: ApiDependencies) =>
  route(getFunctionRunContract).handle(async ({ account, db, params }) => {
    const row = await requireRun(db, account.id, params.run_id);
    return { status: 200, body: { success: true, run: toRun(row, await nameOf(db, row.function_id)) } };
  });

export const applyFunctionRunRoute = (deps: ApiDependencies) =>
  route(applyFunctionRunContract).handle(async ({ account, db, params }) => {
    const result = await applyRun(deps, account.id, pathId(params.run_id, 'FUNCTION_RUN_NOT_FOUND'));
    switch (result.outcome) {
      case 'missing':
        throw new ApiError('FUNCTION_RUN_NOT_FOUND');
      case 'refused':
        throw new ApiError('NOT_MODIFIABLE', { message: result.message });
      case 'changed':
        throw new ApiError('LEAD_CHANGED', { details: { lead_ids: result.leadIds } });
      case 'done':
        return {
          status: 200,
          body: { success: true, run: toRun(result.row, await nameOf(db, result.row.function_id)) },
        };
    }
  });

export const replayFunctionRunRoute = (deps: ApiDependencies) =>
  route(replayFunctionRunContract).handle(async ({ account, db, params, body, now }) => {
    const before = await requireRun(db, account.id, params.run_id);
    const fn = await findFunctionById(db, before.function_id);
    if (!fn || fn.deleted_at !== null) throw new ApiError('NOT_MODIFIABLE', { message: 'The function was deleted.' });
    if (before.journal === null) {
      throw new ApiError('NOT_MODIFIABLE', { message: "The responses of this run aren't stored." });
    }
    const version = body.version ?? before.function_version;
    const draft = body.version === undefined ? before.draft_source : null;
    if (draft === null && !(await deployedVersion(db, now, fn.id, version).catch(deployProblem))) {
      throw new ApiError('NOT_MODIFIABLE', { message: `The function has no version ${version}.` });
    }
    const ctx = JSON.parse(before.ctx) as FunctionContext;
    const row = pendingRun(now, {
      fn,
      triggerEvent: before.trigger_event,
      ctx,
      dryRun: true,
      dedupKey: null,
      agentId: before.agent_id,
      version,
      draft,
      replayOf: before.id,
    });
    return { status: 200, body: { success: true, run: await runAndRead(deps, db, fn, row), dry_run: true } };
  });
