/** A process of the service that runs, or ran until a moment ago. */
export interface ProcessRow {
  id: string;
  kind: 'api' | 'worker';
  host: string;
  pid: number;
  /** The lead of its clock over the database's, in milliseconds; negative if it is behind. */
  clock_ahead_ms: number;
  /** True if a proxy forwards requests to it although none is trusted. */
  ignores_proxy: boolean;
  /** The instants by the database's clock. */
  started_at: Date;
  seen_at: Date;
}

/** An attention item that a user dismissed until the same problem occurs again. */
export interface AttentionDismissalRow {
  account_id: string;
  kind: string;
  id: string;
  /** Since when it had waited. */
  since: Date;
  dismissed_by: string;
  dismissed_at: Date;
}

/** Work held as `error`: it failed repeatedly and waits until another build or an operator retries it. */
export interface HeldWorkRow {
  /** `campaign_lead`: by the lead's id, whom its campaign can't enroll; `cycle`: leads or effects of a job's cycle. */
  kind:
    | ('run' | 'message' | 'meeting' | 'campaign' | 'campaign_lead' | 'cycle')
    | ('conversation' | 'import' | 'document');
  id: string;
  account_id: string;
  agent_id: string | null;
  step_key: string | null;
  /** The error and its location in the code, without data of the rows. */
  fault: string;
  tries: number;
  /** The build under which it failed last. */
  build: string;
  held_at: Date;
  failed_at: Date;
  /** The time when it was woken since it failed last. */
  woken_at: Date | null;
}

/** Work that was started and has not ended: it still runs, or its process was lost. */
export interface WorkAttemptRow {
  kind: 'conversation' | 'import' | 'document' | 'inbound_event';
  id: string;
  /** The number of starts since it last ended. */
  tries: number;
  begun_at: Date;
}

/** The count of an event on a day of an account. Columns that a count doesn't depend on are empty. */
export interface ReportCountRow {
  account_id: string;
  /** As `2026-03-01`, on the account's calendar. */
  day: string;
  metric: string;
  agent_id: string;
  step_key: string;
  variant: string;
  sender_id: string;
  channel: string;
  currency: string;
  /** The author: a user, an agent or a key. */
  writer_id: string;
  /** The version of the agent, or 0 if unknown. */
  version: number;
  n: number;
  amount: number;
}

/** A message that was sent to a lead, and the first time of each outcome after it. */
export interface ReportTouchRow {
  message_id: string;
  account_id: string;
  lead_id: string;
  /** Empty, as the step and the sender, if the message has none. */
  agent_id: string;
  step_key: string;
  sender_id: string;
  channel: string;
  /** The owner of the lead when the message was recorded, or empty. */
  owner_id: string;
  sent_at: Date;
  /** Outcomes of the message itself. */
  delivered_at: Date | null;
  replied_at: Date | null;
  /** Outcomes of the lead: a scheduled meeting and a conversion. */
  met_at: Date | null;
  won_at: Date | null;
}

/** Up to which event counts are kept. */
export interface ReportCursorRow {
  name: string;
  seq: number;
  counted_at: Date | null;
}

/** A link with which people without a user read a report. */
export interface ReportLinkRow {
  id: string;
  account_id: string;
  name: string;
  /** JSON of the period, the filters and the grouping. */
  view: string;
  token_hash: Buffer;
  created_by: string;
  created_at: Date;
  /** Null: the link doesn't expire. */
  expires_at: Date | null;
  last_opened_at: Date | null;
  openings: number;
}

/** The monthly targets of an account, or of an owner of leads. */
export interface ReportGoalRow {
  account_id: string;
  /** Empty for the account. */
  owner_id: string;
  /** The number of leads that are to schedule a meeting; null: no target. */
  meetings: number | null;
  won: number | null;
  updated_at: Date;
}
