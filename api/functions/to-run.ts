import { fromJson } from '../../db/connection.js';
import type { FunctionRunSummaryRow } from '../../db/functions/runs.js';
import type { FunctionRunRow } from '../../db/tables.js';
import type { FunctionRun, FunctionRunSummary } from '../../schemas/functions/function-runs.js';

/** Shows a run as lists answer it. */
export const toRunSummary = (row: FunctionRunSummaryRow, functionName: string): FunctionRunSummary => ({
  id: row.id,
  function_id: row.function_id,
  client_id: row.account_id,
  function_name: functionName,
  function_version: row.function_version,
  trigger_event: row.trigger_event,
  sample_label: row.sample_label,
  lead_id: row.lead_id,
  lead_name: row.lead_name,
  lead_email: row.lead_email,
  status: row.status as FunctionRunSummary['status'],
  duration_ms: row.duration_ms,
  log_count: row.log_count,
  ran_at: row.ran_at?.toISOString() ?? '',
  has_result: row.has_result,
  error: fromJson<FunctionRunSummary['error']>(row.error) ?? null,
  dry_run: row.dry_run,
  applied_at: row.applied_at?.toISOString() ?? null,
  replay_of: row.replay_of,
  is_draft: row.is_draft,
});

const document = <T>(text: string | null, none: T): T => fromJson<T | null>(text) ?? none;

/** Shows a run with everything it left behind. */
export const toRun = (row: FunctionRunRow, functionName: string): FunctionRun => ({
  ...toRunSummary({ ...row, has_result: row.result !== null, is_draft: row.draft_source !== null }, functionName),
  result: fromJson<unknown>(row.result) ?? null,
  lead_before: document(row.lead_before, null),
  lead_after: document(row.lead_after, null),
  ctx: document<Record<string, unknown>>(row.ctx, {}),
  effects: document<FunctionRun['effects']>(row.effects, []),
  logs: document<FunctionRun['logs']>(row.logs, []),
  requests: document<FunctionRun['requests']>(row.requests, []),
});
