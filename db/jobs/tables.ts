import type { CycleStatus, JobScope, TriggerType } from '../../schemas/jobs/background-jobs.js';
import type { LeadOutcome } from '../../schemas/jobs/job-cycles.js';
import type { NotificationChannel, NotificationStatus, TaskStatus } from '../../schemas/jobs/job-results.js';

/**
 * The status of an event for a job: for some minutes also `unmatched`, for a job or, under `job_id` too, a function
 * whose filter it didn't match; `failed` if it couldn't be evaluated, until it can.
 */
export type JobEventStatus = 'queued' | 'superseded' | 'taken' | 'dropped' | 'unmatched' | 'failed';

export interface JobRow {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  trigger_type: TriggerType;
  scope: JobScope;
  cron_expression: string | null;
  timezone: string;
  event: string | null;
  lead_filters: string;
  workflow_filters: string | null;
  steps: string;
  max_leads_per_cycle: number;
  cooldown_minutes: number | null;
  dry_run: boolean;
  is_active: boolean;
  /** Events from before this moment don't fire the job. */
  active_since: Date;
  changed_by: string;
  version: number;
  /** The one cycle that may run at a time. */
  open_cycle_id: string | null;
  /** The last lead that a cycle claimed. The next cycle continues after it. */
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
  cause: TriggerType;
  cause_key: Buffer;
  workflow_id: string;
  status: CycleStatus;
  dry_run: boolean;
  nominal_at: Date;
  /** The job as it was when the cycle was claimed: a change in between doesn't reach it. */
  definition: string;
  lead_ids: string | null;
  origin_depth: number;
  /** The number of leads or agents that it claimed at its start. */
  claimed: number;
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
  /** The target: the lead, or the agent in a cycle that runs once for each agent. */
  subject_id: string;
  account_id: string;
  job_id: string;
  lead_id: string | null;
  agent_id: string;
  agent_run_id: string | null;
  event_id: string | null;
  /** Null while it waits. */
  outcome: LeadOutcome | null;
  reason: string | null;
  /** True if a step tested nothing or its conditions held; null while it waits and where it was passed over unread. */
  matched: boolean | null;
  /** The cycle's nominal time on the clock of the job's zone, where the lead was acted on. */
  acted_wall: Date | null;
  steps: string | null;
  finished_at: Date | null;
}

export interface JobEffectRow {
  id: string;
  cycle_id: string;
  account_id: string;
  /** The target, as in the cycle's row of it. */
  subject_id: string;
  lead_id: string | null;
  agent_id: string;
  agent_run_id: string | null;
  effect: string;
  due_at: Date;
  /** `erased`: its lead was. */
  status: 'waiting' | 'applied' | 'skipped' | 'held' | 'cancelled' | 'erased';
  detail: string | null;
  applied_at: Date | null;
}

/** An event that a job was told of. */
export interface JobEventRow {
  job_id: string;
  event_id: string;
  account_id: string;
  lead_id: string;
  status: JobEventStatus;
  depth: number;
  due_at: Date;
  cycle_id: string | null;
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
  /** `erased`: its lead was. */
  status: 'queued' | 'delivered' | 'failed' | 'erased';
  attempts: number;
  response_status: number | null;
  failure: string | null;
  created_at: Date;
  updated_at: Date;
}

/** The cursor of the evaluated events of an account. */
export interface JobEventCursorRow {
  account_id: string;
  seq: number;
  /** The process that reads the account's events, and the end of its exclusive claim. */
  lease_owner: string | null;
  lease_until: Date | null;
  /** The reason why they can't be read, as long as that holds. */
  failure: string | null;
  failed_at: Date | null;
}

export interface TaskRow {
  id: string;
  account_id: string;
  lead_id: string | null;
  title: string;
  status: TaskStatus;
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
  channel: NotificationChannel;
  title: string;
  source_kind: string;
  source_id: string | null;
  effect_key: Buffer;
  status: NotificationStatus | 'sending';
  /** For an emailed digest, the claim of the last call to its provider. */
  claim_no: number;
  claimed_at: Date | null;
  failure: string | null;
  read_at: Date | null;
  created_at: Date;
}

/** A line about one lead in a notification that waits for its digest. */
export interface NotificationLineRow {
  notification_id: string;
  /** The target: the lead that the line is about, or the effect's own id. */
  subject_id: string;
  lead_id: string | null;
  text: string;
}
