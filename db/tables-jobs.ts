/** The rows of background jobs and what they leave behind, as MySQL gives them. */

export interface JobRow {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  trigger_type: string;
  scope: string;
  cron_expression: string | null;
  timezone: string;
  event: string | null;
  lead_filters: string;
  workflow_filters: string | null;
  steps: string;
  max_leads_per_cycle: number;
  cooldown_minutes: number | null;
  dry_run: number;
  is_active: number;
  /** Events from before this moment don't fire the job. */
  active_since: Date;
  changed_by: string;
  version: number;
  /** The one cycle that may run at a time. */
  open_cycle_id: string | null;
  /** The last lead that a cycle took; the next cycle goes on behind it. */
  cursor_lead_id: string | null;
  last_executed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

export interface JobCycleRow {
  id: string;
  account_id: string;
  job_id: string;
  cause: string;
  cause_key: Buffer;
  workflow_id: string;
  status: string;
  dry_run: number;
  nominal_at: Date;
  /** The job as it was when the cycle was claimed: a change in between doesn't reach it. */
  definition: string;
  lead_ids: string | null;
  origin_depth: number;
  matched: number;
  evaluated: number;
  acted: number;
  failed: number;
  skipped_cooldown: number;
  skipped_paused: number;
  skipped_opted_out: number;
  skipped_window: number;
  skipped_capped: number;
  skipped_no_match: number;
  truncated_by_limit: number;
  warnings: string | null;
  failure: string | null;
  claimed_at: Date | null;
  ended_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface JobCycleLeadRow {
  cycle_id: string;
  /** The lead; the agent in a cycle that runs once for each agent. */
  subject_id: string;
  account_id: string;
  job_id: string;
  lead_id: string | null;
  agent_id: string;
  agent_run_id: string | null;
  event_id: string | null;
  /** Null while it waits. */
  outcome: string | null;
  reason: string | null;
  /** The cycle's nominal time on the clock of the job's zone, where the lead was acted on. */
  acted_wall: Date | null;
  steps: string | null;
  finished_at: Date | null;
}

export interface JobEffectRow {
  id: string;
  cycle_id: string;
  account_id: string;
  subject_id: string;
  lead_id: string | null;
  agent_id: string;
  agent_run_id: string | null;
  effect: string;
  due_at: Date;
  status: string;
  detail: string | null;
  applied_at: Date | null;
}

/**
 * What becomes of an event for a job: `queued`, `superseded`, `taken` or `dropped`; for some minutes also `unmatched`,
 * for a job or, under `job_id` too, a function whose filter it did not pass.
 */
export interface JobEventRow {
  job_id: string;
  event_id: string;
  account_id: string;
  lead_id: string;
  status: string;
  depth: number;
  due_at: Date;
  cycle_id: string | null;
  created_at: Date;
}

export interface AccountSecretRow {
  account_id: string;
  name: string;
  value: string;
  created_at: Date;
  updated_at: Date;
}

export interface TaskRow {
  id: string;
  account_id: string;
  lead_id: string | null;
  title: string;
  status: string;
  due_at: Date | null;
  assignee_id: string | null;
  source_kind: string;
  source_id: string | null;
  effect_key: Buffer | null;
  version: number;
  completed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface NotificationRow {
  id: string;
  account_id: string;
  user_id: string;
  channel: string;
  title: string;
  source_kind: string;
  source_id: string | null;
  effect_key: Buffer;
  status: string;
  failure: string | null;
  read_at: Date | null;
  created_at: Date;
}

export interface JobDeliveryRow {
  id: string;
  account_id: string;
  job_id: string;
  cycle_id: string;
  lead_id: string | null;
  effect_key: Buffer;
  request: string;
  status: string;
  attempts: number;
  response_status: number | null;
  failure: string | null;
  created_at: Date;
  updated_at: Date;
}
