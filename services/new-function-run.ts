import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { findFunction } from '../db/cloud-functions.js';
import { insertFunctionRuns } from '../db/function-runs.js';
import { addToOutbox } from '../db/outbox.js';
import type { FunctionRow, FunctionRunRow } from '../db/tables-functions.js';
import { functionRunIdOf } from '../domain/flow/ids.js';
import { isZone } from '../domain/lead-zone.js';
import { newId } from '../runtime/ids.js';
import type { EffectOf } from '../schemas/effects.js';
import type { FunctionContext } from '../schemas/function-runs.js';
import type { Outgoing, OutgoingContext } from './outgoing-effects.js';

/** What a run that is to be made is asked for by. */
export interface NewFunctionRun {
  fn: Pick<FunctionRow, 'id' | 'account_id' | 'source_version'>;
  triggerEvent: string;
  ctx: FunctionContext;
  dryRun: boolean;
  /** The same cause makes one run; null for one that was asked for by a request. */
  cause: string | null;
  fireId?: string | null;
  cycleId?: string | null;
  agentId?: string | null;
  version?: number;
  replayOf?: string;
  depth?: number;
}

/** A text cut to what its column holds; null for anything else. */
export const textOrNull = (value: unknown, length: number): string | null =>
  typeof value === 'string' ? value.slice(0, length) : null;

/** The row of a run that is to be made. */
export function pendingRun(now: Date, given: NewFunctionRun): FunctionRunRow {
  const { fn, ctx } = given;
  const leadId = ctx.lead_id ?? ctx.lead?.id;
  return {
    id: newId(),
    account_id: fn.account_id,
    function_id: fn.id,
    function_version: given.version ?? fn.source_version,
    fire_id: given.fireId ?? null,
    cycle_id: given.cycleId ?? null,
    cause_key: given.cause === null ? null : createHash('sha256').update(given.cause).digest(),
    trigger_event: given.triggerEvent.slice(0, 100),
    dry_run: given.dryRun ? 1 : 0,
    replay_of: given.replayOf ?? null,
    sample_label: textOrNull(ctx.sample_label, 200),
    lead_id: textOrNull(leadId, 100),
    lead_name: null,
    lead_email: null,
    agent_id: given.agentId ?? null,
    origin_depth: given.depth ?? 0,
    status: 'pending',
    ctx: JSON.stringify(ctx),
    result: null,
    error: null,
    lead_before: null,
    lead_after: null,
    effects: null,
    logs: null,
    requests: null,
    log_count: 0,
    duration_ms: 0,
    journal: null,
    lead_versions: null,
    applied_at: null,
    ran_at: null,
    created_at: now,
  };
}

/** Asks for the workflow that makes a run whose row was written in this transaction. */
export async function startRuns(
  tx: Knex,
  now: Date,
  rows: readonly FunctionRunRow[],
  timeoutMs: number,
  summary: string,
  more: { again?: boolean } = {},
): Promise<void> {
  await addToOutbox(
    tx,
    now,
    rows.map((row) => ({
      accountId: row.account_id,
      kind: 'workflow' as const,
      workflowId: functionRunIdOf(row.id),
      args: {
        workflow: 'functionRunWorkflow',
        kind: 'function',
        queue: 'functions',
        ...more,
        summary,
        accountId: row.account_id,
        jobId: row.function_id,
        ...(row.lead_id === null ? {} : { leadId: row.lead_id }),
        input: { functionRunId: row.id, timeoutMs },
      },
    })),
  );
}

/** What runs say that they were set off by, where an action asked for them. */
const TRIGGERS = { job: 'background_job', cadence: 'cadence.step_executed', function: 'api' } as const;

/**
 * Asks for the run of a function that an action names; the same effect asks once. With `dryRun` its effects are only
 * recorded, as those of a cycle that is a dry run.
 */
export async function queueFunction(
  { tx, now, accountId, leadId, agentId, origin, source }: OutgoingContext,
  { params, idempotency_key }: Pick<EffectOf<'run_function'>, 'params' | 'idempotency_key'>,
  dryRun = false,
): Promise<Outgoing> {
  const fn = await findFunction(tx, accountId, params.function_id.toLowerCase());
  if (!fn) return { skipped: 'The account has no such function.', fault: 'function_missing' };
  if (fn.is_active !== 1) return { skipped: 'The function is not active.', fault: 'function_inactive' };
  const { now: clock, timezone } = params.ctx as FunctionContext;
  if (clock !== undefined && Number.isNaN(new Date(clock).getTime())) {
    return { skipped: 'The now that the function is given is not a time.', fault: 'function_now_unreadable' };
  }
  if (timezone !== undefined && !isZone(timezone)) {
    return { skipped: 'There is no such timezone as the function is given.', fault: 'function_timezone_unknown' };
  }
  const event = TRIGGERS[source.kind];
  const row = pendingRun(now, {
    fn,
    triggerEvent: event,
    ctx: {
      ...params.ctx,
      event,
      ...(leadId === null ? {} : { lead_id: leadId }),
      ...(agentId ? { workflow_id: agentId } : {}),
    },
    dryRun,
    cause: `effect/${idempotency_key}`,
    cycleId: source.kind === 'job' && !dryRun ? source.occasionId : null,
    agentId: agentId || null,
    depth: origin.depth ?? 0,
  });
  const made = await insertFunctionRuns(tx, [row]);
  await startRuns(tx, now, made, fn.timeout_ms, 'One run of a cloud function, asked for by an action');
  return { done: true };
}
