import type { FireStatus } from '../../schemas/functions/cloud-functions.js';
import type { FunctionRunStatus } from '../../schemas/functions/function-runs.js';

export interface FunctionRow {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  timeout_ms: number;
  allowed_hosts: string;
  allow_http_writes: boolean;
  is_active: boolean;
  /** The events that run it. */
  event: string | null;
  /** Events from before this moment don't run it. */
  active_since: Date;
  /** The version of its source that runs. */
  source_version: number;
  cron_expression: string | null;
  timezone: string;
  leads_query: string | null;
  max_leads: number;
  changed_by: string;
  version: number;
  last_run_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface FunctionVersionRow {
  function_id: string;
  version: number;
  account_id: string;
  source: string;
  /** The compiled program; null until it is deployed. */
  code: string | null;
  source_map: string | null;
  /** The compiler of the program. After a change it is compiled again. */
  compiler: string | null;
  deployed_at: Date | null;
  created_by: string;
  created_at: Date;
}

export interface FunctionSecretRow {
  function_id: string;
  name: string;
  account_id: string;
  value: string;
  created_at: Date;
  updated_at: Date;
}

export interface FunctionRunRow {
  id: string;
  account_id: string;
  function_id: string;
  function_version: number;
  /** The code that ran in place of that version's, where it was not saved. */
  draft_source: string | null;
  /** The fire of a schedule that it belongs to. */
  fire_id: string | null;
  /** The cycle of a background job that asked for it, unless in a dry run. */
  cycle_id: string | null;
  /** The hash of its cause, which makes one run. */
  cause_key: Buffer | null;
  trigger_event: string;
  dry_run: boolean;
  replay_of: string | null;
  sample_label: string | null;
  lead_id: string | null;
  lead_name: string | null;
  lead_email: string | null;
  agent_id: string | null;
  origin_depth: number;
  /** `pending` until it has run. Such rows aren't visible yet. */
  status: FunctionRunStatus | 'pending';
  ctx: string;
  result: string | null;
  error: string | null;
  lead_before: string | null;
  lead_after: string | null;
  effects: string | null;
  logs: string | null;
  requests: string | null;
  log_count: number;
  duration_ms: number;
  /** The recorded answers to the code, for a replay. */
  journal: string | null;
  /** The versions of the leads that its effects are about, as it saw them. */
  lead_versions: string | null;
  /** True if the leads that its documents name are in `function_run_leads`: not before it has run. */
  leads_listed: boolean;
  applied_at: Date | null;
  ran_at: Date | null;
  created_at: Date;
}

/** A lead that the documents of a run name, other than the lead that the run is about. */
export interface FunctionRunLeadRow {
  run_id: string;
  lead_id: string;
  account_id: string;
}

export interface FunctionFireRow {
  id: string;
  account_id: string;
  function_id: string;
  workflow_id: string;
  nominal_at: Date;
  status: FireStatus;
  matched: number;
  succeeded: number;
  failed: number;
  failure: string | null;
  ended_at: Date | null;
  created_at: Date;
}

/** One value that a function keeps from run to run. */
export interface FunctionValueRow {
  account_id: string;
  function_id: string;
  name: string;
  value: string;
  /** Null: it stays. */
  expires_at: Date | null;
  created_at: Date;
  updated_at: Date;
}
