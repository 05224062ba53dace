import { createHash } from 'node:crypto';
import type { FunctionRow, FunctionRunRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import type { FunctionContext } from '../../schemas/functions/function-runs.js';

/** The request for a new function run. */
export interface NewFunctionRun {
  fn: Pick<FunctionRow, 'id' | 'account_id' | 'source_version'>;
  triggerEvent: string;
  ctx: FunctionContext;
  dryRun: boolean;
  /** The same key makes one run; null for one that was asked for by a request. */
  dedupKey: string | null;
  fireId?: string | null;
  cycleId?: string | null;
  agentId?: string | null;
  version?: number;
  /** Code that was not saved, to run in place of the version's. */
  draft?: string | null;
  replayOf?: string;
  depth?: number;
}

/** Cuts a text to what its column holds; null for anything else. */
export const textOrNull = (value: unknown, length: number): string | null =>
  typeof value === 'string' ? value.slice(0, length) : null;

/** Makes the row of a run that is to be made. */
export function pendingRun(now: Date, given: NewFunctionRun): FunctionRunRow {
  const { fn, ctx } = given;
  const leadId = ctx.lead_id ?? ctx.lead?.id;
  return {
    id: newId(),
    account_id: fn.account_id,
    function_id: fn.id,
    function_version: given.version ?? fn.source_version,
    draft_source: given.draft ?? null,
    fire_id: given.fireId ?? null,
    cycle_id: given.cycleId ?? null,
    cause_key: given.dedupKey === null ? null : createHash('sha256').update(given.dedupKey).digest(),
    trigger_event: given.triggerEvent.slice(0, 100),
    dry_run: given.dryRun,
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
    leads_listed: false,
    applied_at: null,
    ran_at: null,
    created_at: now,
  };
}
