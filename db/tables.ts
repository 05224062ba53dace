/** The rows as MySQL gives them: JSON documents are text, flags are 0 or 1, times are Dates in UTC. */

export interface AccountRow {
  id: string;
  name: string;
  timezone: string;
  country: string | null;
  sending_enabled: number;
  sending_note: string | null;
  /** The account's own caps, on top of each agent's; null: none. */
  limits: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
  name: string;
  role: string;
  password_hash: string;
  created_at: Date;
  disabled_at: Date | null;
  /** When the user last got a lead in turn, counted within the account. */
  owner_turn: number;
}

export interface SessionRow {
  jti: string;
  user_id: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  kind: string;
  key_hash: Buffer;
  last_four: string;
  public_key: string | null;
  scopes: string;
  domains: string;
  rate_limit: number;
  request_contact: number;
  last_used_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
}

export interface RateCounterRow {
  api_key_id: string;
  minute: number;
  n: number;
}

export interface IdempotencyKeyRow {
  account_id: string;
  route: string;
  key_hash: Buffer;
  fingerprint: Buffer;
  status: number | null;
  body: string | null;
  created_at: Date;
  expires_at: Date;
  owner_token: string | null;
  lease_until: Date | null;
  progress: string | null;
}

export interface OutboxRow {
  id: string;
  account_id: string;
  kind: string;
  workflow_id: string;
  args: string;
  attempts: number;
  next_at: Date;
  parked_at: Date | null;
  last_error: string | null;
  created_at: Date;
  trace_parent: string | null;
}

export interface EventRow {
  seq: number;
  id: string;
  account_id: string;
  type: string;
  lead_id: string | null;
  agent_run_id: string | null;
  data: string;
  origin_kind: string;
  origin_id: string | null;
  origin_depth: number;
  created_at: Date;
}

export interface LeadRow {
  id: string;
  account_id: string;
  first_name: string;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  source: string;
  company: string | null;
  title: string | null;
  timezone: string | null;
  country: string | null;
  owner_id: string | null;
  external_id: Buffer | null;
  consent_whatsapp: string;
  consent_email: string;
  consent_call: string;
  consent_sms: string;
  metadata: string;
  campaign_id: string | null;
  import_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  hidden: number;
  erased_at: Date | null;
}

export interface LeadIdentityRow {
  account_id: string;
  identity: Buffer;
  seen: number;
}

export interface LeadVariableRow {
  lead_id: string;
  field_key: string;
  account_id: string;
  value: string;
  value_text: string;
  confidence: number;
  updated_at: Date;
}

export interface LeadEngagementRow {
  lead_id: string;
  account_id: string;
  last_inbound_at: Date | null;
  last_outbound_at: Date | null;
  last_channel: string | null;
  inbound_count: number;
  outbound_count: number;
  delivered_count: number;
  read_count: number;
  opened_count: number;
  clicked_count: number;
  calls_count: number;
  calls_answered: number;
  whatsapp_window_expires_at: Date | null;
}

export interface TagRow {
  id: string;
  account_id: string;
  name: string;
  slug: string;
  created_at: Date;
}

export interface LeadTagRow {
  lead_id: string;
  tag_id: string;
  account_id: string;
  created_at: Date;
}

export interface ConsentLogRow {
  id: string;
  account_id: string;
  lead_id: string;
  channel: string;
  state: string;
  source: string;
  note: string | null;
  created_at: Date;
}

export interface CampaignRow {
  id: string;
  account_id: string;
  name: string;
  status: string;
  source: string | null;
  agent_id: string | null;
  starts_at: Date | null;
  started_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface AgentRow {
  id: string;
  account_id: string;
  name: string;
  goal_type: string;
  is_active: number;
  paused: number;
  pause_reason: string | null;
  version: number;
  draft: string;
  /** When it was deleted; absent in a row that is about to be inserted. */
  deleted_at?: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface AgentVersionRow {
  agent_id: string;
  version: number;
  account_id: string;
  definition: string;
  created_at: Date;
}

export interface AgentRunRow {
  id: string;
  account_id: string;
  lead_id: string;
  agent_id: string;
  agent_version: number;
  entry_no: number;
  open_slot: number | null;
  run_status: string;
  cadence_state: string;
  stop_reason: string | null;
  hold_reason: string | null;
  hold_until: Date | null;
  hold_detail: string | null;
  human_takeover: number;
  cadence_paused: number;
  pause_reason: string | null;
  paused_by: string | null;
  paused_at: Date | null;
  auto_resume_at: Date | null;
  status_key: string;
  status_category: string;
  status_entered_at: Date;
  previous_status_key: string | null;
  step_key: string | null;
  step_index: number;
  attempts: number;
  cadence: string;
  wake_at: Date | null;
  last_step_at: Date | null;
  enrolled_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  campaign_id: string | null;
  import_id: string | null;
  updated_at: Date;
}

export interface EmailSenderRow {
  id: string;
  account_id: string;
  name: string;
  from_email: string;
  from_name: string | null;
  reply_to: string | null;
  provider: string;
  smtp: string | null;
  smtp_password: string | null;
  per_minute: number | null;
  per_day: number | null;
  ramp: string | null;
  track_opens: number;
  track_clicks: number;
  created_at: Date;
  updated_at: Date;
}

/** A sender whose provider fails: there is a row for as long as its messages are held back. */
export interface SenderBreakerRow {
  sender_id: string;
  account_id: string;
  /** How often in a row it was held back. */
  trips: number;
  last_code: string;
  opened_at: Date;
  /** From when on one message may be tried. */
  retry_at: Date;
  /** Until when whoever tries that message has time to tell. */
  probe_until: Date | null;
}

export interface SenderUsageRow {
  sender_id: string;
  bucket: string;
  starts_at: Date;
  n: number;
}

export interface TemplateRow {
  id: string;
  account_id: string;
  name: string;
  channel: string;
  language: string;
  category: string | null;
  status: string;
  subject: string | null;
  html: string | null;
  body: string | null;
  components: string | null;
  /** Whose WhatsApp template it is; empty for e-mail. */
  waba_id: string;
  provider_template_id: string | null;
  rejected_reason: string | null;
  /** When the provider last told of its status, on the provider's clock. */
  told_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface MessageRow {
  id: string;
  account_id: string;
  lead_id: string;
  agent_run_id: string | null;
  agent_id: string | null;
  step_key: string | null;
  visit: number | null;
  attempt: number | null;
  channel: string;
  direction: string;
  type: string;
  status: string;
  claim_no: number;
  claimed_at: Date | null;
  sender_id: string | null;
  template_id: string | null;
  variant: string | null;
  to_address: string | null;
  subject: string | null;
  content: string | null;
  html: string | null;
  provider: string | null;
  provider_message_id: Buffer | null;
  in_reply_to: string | null;
  hold_reason: string | null;
  hold_until: Date | null;
  settled_by: string | null;
  failure_code: string | null;
  failure: string | null;
  /** What only some messages have: files, buttons, the reaction to them. */
  details: string | null;
  late_by_seconds: number | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface SuppressionRow {
  id: string;
  account_id: string;
  channel: string;
  address_hash: Buffer;
  address: string;
  reason: string;
  created_at: Date;
}

export interface SandboxDeliveryRow {
  id: string;
  account_id: string;
  message_id: string;
  channel: string;
  to_address: string;
  from_address: string;
  subject: string | null;
  body_text: string | null;
  body_html: string | null;
  calendar: string | null;
  headers: string;
  created_at: Date;
}

export interface HookRow {
  id: string;
  account_id: string;
  provider: string;
  token_hash: Buffer;
  secret: string;
  /** What a provider proves itself with when the address is set up, where that is not the secret. */
  verify_token: string | null;
  created_at: Date;
  disabled_at: Date | null;
}

export interface InboundEventRow {
  id: string;
  account_id: string;
  provider: string;
  event_key: Buffer;
  type: string;
  payload: string;
  lead_id: string | null;
  outcome: string | null;
  received_at: Date;
  processed_at: Date | null;
  /** When its payload was emptied. */
  emptied_at: Date | null;
}

export interface ImportRow {
  id: string;
  account_id: string;
  status: string;
  file_name: string | null;
  options: string;
  columns_plan: string;
  row_count: number;
  done_count: number;
  created_count: number;
  updated_count: number;
  reused_count: number;
  failed_count: number;
  warning_count: number;
  failure: string | null;
  undo_progress: string | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  completed_at: Date | null;
}

export interface ImportRowRow {
  import_id: string;
  row_no: number;
  account_id: string;
  data: string;
  outcome: string | null;
  severity: string | null;
  lead_id: string | null;
  problems: string | null;
  before_update: string | null;
}

export interface SystemFactRow {
  name: string;
  value: string;
  updated_at: Date;
}
