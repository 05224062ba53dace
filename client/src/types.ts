// Written by `npm run generate` from the schemas that validate the requests.

import type { FileContent } from './core/form.js';

export interface CreateLeadInput {
  first_name: string;
  last_name?: string | null;
  /** Email address. */
  email?: string | null;
  /** Phone number. National numbers are parsed with `country`, or with the account's country. */
  phone?: string | null;
  company?: string | null;
  /** Job title. */
  title?: string | null;
  /** IANA time zone, such as `Europe/Madrid`. */
  timezone?: string | null;
  /** Country as an ISO code or name. */
  country?: string | null;
  /** ID of the user who owns the lead. */
  owner_id?: string | null;
  /** ID of the lead in your system. */
  external_id?: string | null;
  /** Value of the deal in units of `deal_currency`, such as 1250.50. Rounded to two decimals. */
  deal_value?: number | null;
  /** ISO 4217 currency code, such as EUR. */
  deal_currency?: string | null;
  campaign_id?: string | null;
  /** Source of the lead. Defaults to `api`. */
  source?: string | null;
  /** Consent per channel. Omitted channels keep their state. */
  consent?: ConsentChange | null;
  /** Custom data, at most 64 KiB, 200 keys and 16 levels. */
  metadata?: Record<string, unknown> | null;
  /** Tag names. Unknown tags are created. */
  tags?: (string | NamedTag)[] | null;
  /** ID of the agent to enroll the lead in. */
  workflow_id?: string | null;
  /** Text that replaces the first message of the cadence. Requires `workflow_id`. */
  force_first_message?: string | null;
  /** What happens if a lead with the same external ID, email address or phone number exists, checked in this order. `create` (default) creates another lead with a warning, `reuse` returns the existing lead, `update` changes it, and `reject` returns 409. */
  on_duplicate?: 'create' | 'reuse' | 'update' | 'reject' | null;
}

export type CreateLeadResult = LeadCreated;

export interface ImportLeadsInput {
  /** Encoding of the file. Detected if omitted. In a form, this field must precede the file. */
  encoding?: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1254' | 'windows-1251' | 'koi8-r' | 'windows-1253' | 'windows-1255' | 'windows-1256' | 'cp866' | 'cp850' | 'cp852' | 'cp437' | 'macintosh' | 'shift_jis' | 'euc-kr' | 'gb18030' | 'big5' | 'euc-jp';
  /** Sheet of a spreadsheet, by name or position from 1. Defaults to the first visible sheet with rows. In a form, this field must precede the file. */
  sheet?: string;
  /** Line of a text file, or row of a spreadsheet, with the column names. Detected if omitted. In a form, this field must precede the file. */
  header_line?: number;
  /** Order of ambiguous dates such as `03/04/2026`, if the file doesn't determine it. */
  date_order?: 'day_first' | 'month_first';
  /** Targets of the columns, by header. Unmapped columns are guessed, or stored in metadata. */
  mapping?: Record<string, string | {
    /** Target of the column: a lead field (`first_name`, `email`, ...), `full_name` (split into first and last name), `id` (a lead of the account), `tags`, `consent.<channel>`, `opt_out.<channel>` or `opt_out.all` (yes opts the lead out, no has no effect), `metadata` (a JSON object), `metadata.<key>` or `ignore`. */
    to: string;
    /** Type of a metadata column: `number` parses amounts such as `9k` or `$15,000`, and `date` parses dates. Defaults to `text`. */
    type?: 'text' | 'number' | 'date' | null;
    /** Order of ambiguous dates such as `03/04/2026` in this column, if the file doesn't determine it. */
    date_order?: 'day_first' | 'month_first' | null;
  } | null>;
  /** Values for rows with an empty field. `tags` are added to those of the row. */
  defaults?: {
    last_name?: string | null;
    /** Source of the leads. Used if neither the row nor the defaults have one. Defaults to `import`. */
    source?: string | null;
    company?: string | null;
    /** Job title. */
    title?: string | null;
    /** IANA time zone, such as `Europe/Madrid`. */
    timezone?: string | null;
    /** Country, also used to parse national phone numbers. */
    country?: string | null;
    /** ID of the user who owns the leads. */
    owner_id?: string | null;
    /** ID of the campaign of the leads. */
    campaign_id?: string | null;
    consent?: {
      /** Consent for this channel. */
      whatsapp?: 'opted_in' | 'opted_out' | 'unknown' | null;
      /** Consent for this channel. */
      email?: 'opted_in' | 'opted_out' | 'unknown' | null;
      /** Consent for this channel. */
      call?: 'opted_in' | 'opted_out' | 'unknown' | null;
      /** Consent for this channel. */
      sms?: 'opted_in' | 'opted_out' | 'unknown' | null;
    } | null;
    /** Metadata for rows that lack these keys. */
    metadata?: Record<string, unknown> | null;
    /** Tags for all leads. */
    tags?: string[] | null;
  };
  /** Action for existing leads and for duplicates in the file. Defaults to `update`. */
  on_duplicate?: 'create' | 'reuse' | 'update' | 'reject';
  /** ID of the agent to enroll the leads in. */
  workflow_id?: string;
  /** File name, shown in lists. */
  file_name?: string;
  /** A CSV file with a header row or JSON lines, at most 50 MiB, or an XLSX spreadsheet, at most 20 MiB. */
  file: FileContent;
}

export type ImportLeadsResult = ImportLeadsResponse2;

export interface GetImportInput {
  import_id: string;
}

export type GetImportResult = ImportLeadsResponse2;

export interface ListImportErrorsInput {
  import_id: string;
  /** Returns only errors or only warnings. */
  severity?: 'error' | 'warning';
  /** Items per page, 1 to 200. Defaults to 50. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

export type ListImportErrorsResult = ListImportErrorsResponse;

export interface UpdateLeadInput {
  lead_id: string;
  first_name?: string;
  last_name?: string | null;
  /** Email address. */
  email?: string | null;
  /** Phone number. National numbers are parsed with `country`, or with the account's country. */
  phone?: string | null;
  company?: string | null;
  /** Job title. */
  title?: string | null;
  /** IANA time zone, such as `Europe/Madrid`. */
  timezone?: string | null;
  /** Country as an ISO code or name. */
  country?: string | null;
  /** ID of the user who owns the lead. */
  owner_id?: string | null;
  /** ID of the lead in your system. */
  external_id?: string | null;
  /** Value of the deal in units of `deal_currency`, such as 1250.50. Rounded to two decimals. */
  deal_value?: number | null;
  /** ISO 4217 currency code, such as EUR. */
  deal_currency?: string | null;
  campaign_id?: string | null;
  /** Source of the lead. Defaults to `api`. */
  source?: string | null;
  /** Consent per channel. Omitted channels keep their state. */
  consent?: ConsentChange | null;
  /** Custom data. Given keys are replaced and others are kept. Null removes a key. */
  metadata?: Record<string, unknown>;
  /** Tag names. Unknown tags are created. */
  tags?: (string | NamedTag)[] | null;
  /** The `version` that the change is based on. Fails with 412 if there is a newer one. */
  if_match?: number;
}

export type UpdateLeadResult = UpdateLeadResponse;

export interface GetLeadInput {
  lead_id: string;
}

export type GetLeadResult = GetLeadResponse;

export interface GetLeadHistoryInput {
  lead_id: string;
  /** Comma-separated channels: call, whatsapp, email, chat. Activities have none. */
  channel?: string;
  /** Comma-separated item types: activity, message, call, call_missed. */
  types?: string;
  /** Returns only items of this run. Chats don't belong to runs. */
  workflow_run_id?: string;
  /** Returns only items before this time. */
  before?: string;
  /** Returns only items after this time. */
  after?: string;
  /** Sort order. Defaults to `asc` (oldest first). */
  order?: 'asc' | 'desc';
  /** Number of items to skip. Use `cursor` instead where possible. */
  offset?: number;
  /** Items per page, 1 to 200. Defaults to 50. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

export type GetLeadHistoryResult = GetLeadHistoryResponse;

export interface IsLeadPausedInput {
  lead_id: string;
  /** Checks only this workflow. */
  workflow_id?: string;
}

export type IsLeadPausedResult = PauseState;

export interface StopAutomationInput {
  lead_id: string;
  workflow_run_id?: string | null;
  /** ID of the workflow whose run is meant. Specify this or the run. */
  workflow_id?: string | null;
  /** Reason, shown in the history. */
  reason?: string | null;
  /** Minutes after which the run resumes automatically. */
  auto_resume_after_minutes?: number | null;
}

export type StopAutomationResult = AutomationStopped;

export interface ResumeAutomationInput {
  lead_id: string;
  workflow_run_id?: string | null;
  /** ID of the workflow whose run is meant. Specify this or the run. */
  workflow_id?: string | null;
  /** Whether to resume the cadence. If false, it stays paused. */
  resume_cadence?: boolean | null;
  /** How to treat missed steps. `shift` (default) moves later steps by the length of the pause. `catch_up_one` executes the earliest missed step now and skips the others. `skip_missed` skips all missed steps. */
  resume_policy?: 'shift' | 'catch_up_one' | 'skip_missed' | null;
}

export type ResumeAutomationResult = AutomationResumed;

export interface SyncLeadTagsInput {
  /** ID of the lead. Takes precedence over `email`. */
  lead_id?: string | null;
  /** Email address of the lead. */
  email?: string | null;
  /** The new set of tags. */
  tags: (string | NamedTag)[];
}

export type SyncLeadTagsResult = SyncLeadTagsResponse;

export interface ListLeadMeetingsInput {
  lead_id: string;
  /** Comma-separated statuses: `scheduled`, `confirmed`, `completed`, `cancelled`, `no_show`. */
  status?: string;
  /** Returns only meetings with this location type. */
  location_type?: 'video' | 'phone' | 'in_person';
  /** Items per page, 1 to 200. Defaults to 50. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

export type ListLeadMeetingsResult = ListMeetingsResponse;

export interface ListWorkflowsInput {
  /** Filter by state: active workflows (default), inactive ones, or all. */
  is_active?: 'true' | 'false' | 'all';
  /** Items per page, 1 to 200. Defaults to 50. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

export type ListWorkflowsResult = ListWorkflowsResponse;

export interface ListCampaignsInput {
  /** Items per page, 1 to 200. Defaults to 50. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

export type ListCampaignsResult = ListCampaignsResponse;

export interface ListTemplatesInput {
  /** Returns only templates with this status. */
  status?: 'APPROVED' | 'PENDING' | 'REJECTED';
  /** Returns only templates in this category. */
  category?: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  /** Language code, such as `en` or `pt_BR`. */
  language?: string;
  /** Returns only templates that this number can send. */
  whatsapp_number_id?: string;
  /** Items per page, 1 to 200. Defaults to 50. */
  limit?: number;
  /** `next_cursor` of the previous page. */
  cursor?: string;
}

export type ListTemplatesResult = ListTemplatesResponse;

export interface SendMessageInput {
  /** ID of the recipient. */
  lead_id: string;
  /** ID of the workflow whose senders, limits and window apply. The lead needs no run of it. */
  workflow_id?: string | null;
  channel: 'email' | 'whatsapp' | 'call';
  /** Text of the message. Supports variables. */
  content?: string | null;
  /** HTML of an email. */
  html?: string | null;
  /** Subject of an email. */
  subject?: string | null;
  /** ID of a stored template that replaces the text. */
  template_id?: string | null;
  /** Name of the template. Requires `language`. */
  template_name?: string | null;
  /** Language of `template_name`. */
  language?: string | null;
  /** Parameters of a WhatsApp template, by name or position (`1`, `header.1`). */
  variables?: Record<string, unknown> | null;
  /** Parameters of a WhatsApp template, in WhatsApp's format. */
  components?: WhatsAppComponent[] | null;
  /** A file on WhatsApp, by `link` or by `id`. */
  media?: WhatsAppMedia | null;
  /** A WhatsApp message with buttons, a list or a form, in WhatsApp's format. */
  interactive?: WhatsAppInteractive | null;
  /** First message of a call. */
  begin_message?: string | null;
  /** Earliest time to send the message. */
  send_at?: string | null;
  /** Whether to respect the sending window of the workflow. */
  respect_window?: boolean | null;
  /** ID of the newest message you know. If there are newer ones, the request fails with 409 CONVERSATION_MOVED_ON and lists them in `message_ids`. */
  after_message_id?: string | null;
  /** ID of the lead's message to reply to. An email continues the thread, with its subject if you don't set one. */
  in_reply_to?: string | null;
  /** Alternative to the Idempotency-Key header. */
  idempotency_key?: string | null;
}

export type SendMessageResult = SendMessageResponse;

export interface CreateMeetingInput {
  lead_id?: string | null;
  /** Email address of the lead. Used if there is no ID. */
  lead_email?: string | null;
  /** ID of the workflow that booked the meeting. */
  workflow_id?: string | null;
  title: string;
  /** Start of the meeting. Without an offset, in `timezone`. */
  starts_at: string;
  /** End of the meeting. Alternatively, specify the duration. */
  ends_at?: string | null;
  duration_minutes?: number | null;
  /** IANA time zone. Defaults to UTC. */
  timezone?: string | null;
  /** URL to join the meeting. */
  meeting_url?: string | null;
  /** Type of the location. Defaults to `video`. */
  location_type?: 'video' | 'phone' | 'in_person' | null;
  /** Location, or phone number. */
  location_details?: string | null;
  /** Title of the meeting. */
  description?: string | null;
  /** Email address of the host. Used to find a host of the account. */
  host_email?: string | null;
  meeting_type_id?: string | null;
  /** Name that replaces the lead's name. */
  attendee_name?: string | null;
  /** Email address that replaces the lead's address. */
  attendee_email?: string | null;
  /** Phone number that replaces the lead's number. */
  attendee_phone?: string | null;
  /** Attendees in addition to the lead and the host. */
  additional_attendees?: CreateMeetingRequestAdditionalAttendee[] | null;
  /** System in which the meeting was booked, such as `calendly`. Defaults to `external`. */
  external_calendar_provider?: string | null;
  /** ID of the event at the provider. */
  external_event_id?: string | null;
  /** Status of the meeting. Defaults to `scheduled`. A later request can confirm a recorded meeting. Only a new time revokes a confirmation. */
  status?: 'scheduled' | 'confirmed' | null;
}

export type CreateMeetingResult = CreateMeetingResponse;

export interface CreateMeetingNotesInput {
  /** Note taker that created the notes. Defaults to `api`. */
  provider?: string | null;
  /** ID of the meeting in the note-taking service. */
  external_meeting_id?: string | null;
  calendar_event_id?: string | null;
  /** URL to join the meeting. */
  meeting_url?: string | null;
  lead_id?: string | null;
  /** Email address of the lead. */
  lead_email?: string | null;
  /** Start of the meeting. */
  meeting_date?: string | null;
  notes?: string | null;
  /** Transcript of the meeting, at most 1 MiB. */
  transcript_text?: string | null;
  summary?: string | null;
  /** AI summary that a user requested. */
  manual_ai_summary?: string | null;
  action_items?: CreateMeetingNotesRequestActionItem[] | null;
}

export type CreateMeetingNotesResult = CreateMeetingNotesResponse;

export type PreviewImportInput = ImportLeadsInput;

export type PreviewImportResult = ImportLeadsResponse;

/** Up to 1,000 leads; those without a fault are taken even if others are refused. */
export interface CreateLeadsBulkInput {
  leads: readonly CreateLeadInput[];
  /** Fields for leads that lack them. */
  defaults?: Partial<CreateLeadInput>;
}

export type CreateLeadsBulkResult = LeadsCreated;

export interface ActiveWorkflowRun {
  id: string;
  /** ID of the agent. */
  workflow_id: string;
  /** Whether the run is open. */
  is_active: boolean;
  /** Whether a user has the lead, or has to answer it. If true, no automated messages are sent. */
  human_takeover: boolean;
  /** Who paused the run: `user:<id>`, `key:<id>`, `mail_program` or `whatsapp_app` for a message sent from there, or `rule` for a rule of the agent, such as a reply that a person should answer. Null if no one has paused it. */
  paused_by: string | null;
  cadence_state: string;
  /** Whether the run is open, or how it ended. */
  run_status: string;
  workflow: ActiveWorkflowRunWorkflow;
  current_status: ActiveWorkflowRunCurrentStatus;
}

export interface ActiveWorkflowRunCurrentStatus {
  /** ID of the status. Keys are unique within an agent, so it equals the key. */
  id: string;
  key: string;
  label: string;
  /** Category of the status: open, active, won, lost or expired. */
  category: string;
}

export interface ActiveWorkflowRunWorkflow {
  /** ID of the agent. */
  id: string;
  /** Name of the agent. */
  name: string;
  /** Goal of the agent. */
  goal_type: string;
}

export interface AttendeeAnswer {
  /** Email address of the attendee. */
  email: string;
  /** Whether the attendee is the lead. False for guests. */
  is_lead: boolean;
  /** Response to the invitation. `proposed`: the attendee proposed another time. */
  answer: 'accepted' | 'declined' | 'tentative' | 'proposed';
  comment: string | null;
  /** Proposed start time. */
  proposed_starts_at: string | null;
  /** Proposed end time. */
  proposed_ends_at: string | null;
  /** Time of the response. */
  answered_at: string;
}

export interface AutomationResumed {
  /** Always true. Errors have a different body. */
  success: true;
  workflow_run_id: string;
  /** Whether the cadence was resumed. */
  cadence_resumed: boolean;
  /** Whether the run was already active. */
  already_running: boolean;
}

export interface AutomationStopped {
  /** Always true. Errors have a different body. */
  success: true;
  workflow_run_id: string;
  /** Always true. The cadence is paused. */
  cadence_paused: boolean;
  /** Number of queued messages that were cancelled. */
  tasks_cancelled: number;
  /** Messages that were already being sent and may still be delivered. */
  in_flight: string[];
  /** Whether the run was already under human takeover. */
  already_stopped: boolean;
}

export interface BulkResult {
  /** Index of the lead in the request, from 0. */
  index: number;
  /** Whether the lead was saved. */
  success: boolean;
  /** Outcome for the lead. */
  outcome?: 'created' | 'reused' | 'updated';
  lead_id?: string;
  /** ID of the new run. Null if the lead wasn't enrolled. */
  workflow_run_id?: string | null;
  /** Warnings, such as `duplicate_lead`, `ambiguous_match`, `duplicate_in_cadence` or `already_enrolled`. */
  warnings?: string[];
  /** Error message. */
  error?: string;
  /** Machine-readable error code. */
  code?: string;
  /** JSON pointer to the invalid field within the lead. */
  field?: string;
}

export interface Campaign {
  id: string;
  name: string;
  /** Status of the campaign. `draft` until it is started. */
  status: 'draft' | 'running' | 'paused';
  /** Why a running campaign makes no progress. `workflow_paused`: the workflow is inactive, paused or deleted. */
  hold_reason: 'workflow_paused' | null;
  /** ID of the workflow that enrolls the leads. Null if the campaign enrolls none. */
  workflow_id: string | null;
  /** Source of the leads. */
  source: string | null;
  /** First moment at which the campaign enrolls leads. Null for no start. */
  starts_at: string | null;
  /** Time at which the campaign was first started. */
  started_at: string | null;
  /** Whether all leads are processed: the campaign was started, no lead is waiting or failed, and no run is open. `status` doesn't change, because leads can join at any time. Then the value becomes false again. */
  all_worked: boolean;
  /** Number of leads in the campaign. */
  leads_count: number;
  counters: CampaignCounters;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

/** Progress of the leads and results of their runs. */
export interface CampaignCounters {
  /** Leads that are waiting to be enrolled. */
  waiting: number;
  /** Leads that were skipped, because they or their address were enrolled in the workflow before. */
  passed_over: number;
  /** Leads whose enrollment failed. They are attention items. */
  held: number;
  /** Runs that the campaign started. */
  enrolled: number;
  /** Runs that are open. */
  active: number;
  /** Runs whose cadence completed. */
  completed: number;
  /** Runs that ended early. */
  stopped: number;
  /** Runs whose lead has replied. */
  replied: number;
  /** Runs whose lead has booked a meeting that isn't cancelled. */
  booked: number;
  /** Runs that led to a conversion. */
  converted: number;
  /** Runs whose lead has opted out of a channel. */
  opted_out: number;
}

/** Consent per channel. Omitted channels keep their state. */
export interface ConsentChange {
  /** Consent for WhatsApp. */
  whatsapp?: 'opted_in' | 'opted_out' | 'unknown' | null;
  /** Consent for email. */
  email?: 'opted_in' | 'opted_out' | 'unknown' | null;
  /** Consent for calls. */
  call?: 'opted_in' | 'opted_out' | 'unknown' | null;
  /** Consent for SMS. */
  sms?: 'opted_in' | 'opted_out' | 'unknown' | null;
}

export interface CreateMeetingNotesRequestActionItem {
  /** Task to do, as text. */
  text: string;
  /** Person responsible. */
  owner?: string | null;
  /** Due time. */
  due_at?: string | null;
}

export interface CreateMeetingNotesResponse {
  /** Always true. Errors have a different body. */
  success: true;
  note: CreateMeetingNotesResponseNote;
  /** Whether the notes were created. False if existing ones were updated. */
  created: boolean;
  /** Criterion by which the meeting was found. */
  matched_by: 'calendar_event_id' | 'external_meeting_id' | 'meeting_url' | 'lead_email_and_date' | 'latest_meeting';
}

export interface CreateMeetingNotesResponseNote {
  id: string;
  /** ID of the meeting. Null if the notes match none. */
  meeting_id: string | null;
  lead_id: string;
  /** Note taker that created the notes. */
  provider: string;
}

export interface CreateMeetingRequestAdditionalAttendee {
  name?: string | null;
  /** Email address of the attendee. */
  email: string;
}

export interface CreateMeetingResponse {
  /** Always true. Errors have a different body. */
  success: true;
  meeting: Meeting;
  /** Whether the meeting was created. False if an existing one was updated. */
  created: boolean;
  /** Warnings about the meeting. */
  warnings: ('overlaps_existing' | 'host_not_found')[];
}

export interface CreatedWorkflowRun {
  id: string;
  workflow: CreatedWorkflowRunWorkflow;
  /** State of the cadence. `pending` until the run starts. */
  cadence_state: string;
  cadence: CreatedWorkflowRunCadence;
}

export interface CreatedWorkflowRunCadence {
  /** Index of the next step, from 0. */
  step_index: number;
  /** Channel of the next step. */
  channel: string | null;
  attempt_number: number;
  /** Maximum number of attempts. */
  max_attempts: number;
  /** Number of steps in the cadence. */
  total_steps: number;
}

export interface CreatedWorkflowRunWorkflow {
  /** ID of the agent. */
  id: string;
  /** Name of the agent. */
  name: string;
}

export interface GetLeadHistoryResponse {
  /** Always true. Errors have a different body. */
  success: true;
  lead: Lead;
  /** One page of results. */
  history: HistoryItem[];
  /** Earlier activities were archived, according to the account's retention policy. Absent if none were. */
  activities_put_away_before?: string | null;
  pagination: Pagination;
}

export interface GetLeadResponse {
  /** Always true. Errors have a different body. */
  success: true;
  lead: Lead;
  /** Time zone of the lead: its own, or that of its phone number, or the account's. */
  local_timezone: string;
  /** Captured variables by key. */
  variables: Record<string, GetLeadResponseVariablesValue>;
  engagement: LeadEngagement;
}

export interface GetLeadResponseVariablesValue {
  /** Value in its own type. */
  value: unknown;
  value_text: string;
  /** Confidence of the agent. */
  confidence: number;
  /** Time at which the value was captured. */
  updated_at: string;
}

/** A message, a call, an unanswered call or an activity. */
export type HistoryItem = HistoryItemMessage | HistoryItemCall | HistoryItemCallMissed | HistoryItemActivity;

export interface HistoryItemActivity {
  /** ID of the activity, message or call, depending on `type`. */
  id: string;
  /** Time of the item. */
  created_at: string;
  /** ID of the run that the event belongs to. Null if it belongs to none. */
  workflow_run_id: string | null;
  /** An activity of the lead. */
  type: 'activity';
  /** Event type. */
  activity_type: string;
  /** Short title of the activity. */
  title: string;
  /** Description of the activity, without names or addresses. */
  description: string;
  /** Values that the description mentions, such as `channel` or `reason`. For descriptions in another language. */
  params: Record<string, string | number>;
  /** Text of the note. */
  note: string | null;
  /** Whether an open or a click is by a machine, such as a scanner. Null for others. */
  is_machine: boolean | null;
  /** Reason for which it is attributed to a machine. */
  machine_reason: 'user_agent' | 'privacy_proxy' | 'prefetch' | 'head_request' | 'at_delivery' | 'several_links' | 'provider' | null;
  actor_type: string;
}

export interface HistoryItemCall {
  /** ID of the activity, message or call, depending on `type`. */
  id: string;
  /** Time of the item. */
  created_at: string;
  /** ID of the run that the event belongs to. Null if it belongs to none. */
  workflow_run_id: string | null;
  /** A call. */
  type: 'call';
  /** Always `call`. */
  channel: 'call';
  /** `inbound` from the lead, `outbound` to the lead. */
  direction: 'inbound' | 'outbound';
  status: string;
  duration_seconds: number | null;
  /** Provider status: registered, ringing, in_progress, ended, not_connected or failed. */
  call_status: string | null;
  /** Whether the call reached its goal. */
  call_successful: boolean | null;
  summary: string | null;
  /** Transcript of the call. Null until it is available. */
  transcript: HistoryItemCallTranscriptItem[] | null;
  recording_url: string | null;
}

export interface HistoryItemCallMissed {
  /** ID of the activity, message or call, depending on `type`. */
  id: string;
  /** Time of the item. */
  created_at: string;
  /** ID of the run that the event belongs to. Null if it belongs to none. */
  workflow_run_id: string | null;
  /** An unanswered call. */
  type: 'call_missed';
  /** Always `call`. */
  channel: 'call';
  /** `inbound` from the lead, `outbound` to the lead. */
  direction: 'inbound' | 'outbound';
  /** Disconnection reason, such as dial_no_answer. */
  disconnection_reason: string | null;
}

export interface HistoryItemCallTranscriptItem {
  /** Speaker: agent or user. */
  role: string;
  /** Words that were spoken in the turn. */
  text: string;
  /** Time of the turn. */
  at: string | null;
}

export interface HistoryItemMessage {
  /** ID of the activity, message or call, depending on `type`. */
  id: string;
  /** Time of the item. */
  created_at: string;
  /** ID of the run that the event belongs to. Null if it belongs to none. */
  workflow_run_id: string | null;
  /** A message. */
  type: 'message';
  /** Channel: whatsapp, email or chat. */
  channel: string;
  /** `inbound` from the lead, `outbound` to the lead. */
  direction: 'inbound' | 'outbound';
  /** Subject of an email. */
  subject: string | null;
  /** Text of the message. Null for a file without a caption. */
  content: string | null;
  /** Whether the email has HTML. To get it, use GET /messages/{id}. */
  has_html: boolean;
  /** Type of the message, such as text or template. */
  message_type: string;
  status: string;
  /** ID at the provider. Null until the provider has reported one. */
  provider_message_id: string | null;
  /** Time at which it was sent. */
  sent_at: string | null;
  /** Time at which it was delivered. */
  delivered_at: string | null;
  /** Time at which it was read. */
  read_at: string | null;
  media_url: string | null;
  attachments: unknown[];
  buttons: HistoryItemMessageButton[];
  /** Reaction to the message. */
  reaction: string | null;
  /** Structured content of a WhatsApp message: the answers of a `form`, `contacts`, a `location`, an `order`, the `product` it refers to, or the `referral` (ad or post) that led to it. */
  values?: Record<string, unknown>;
  /** Time at which the sender last edited the message. `content` is the edited text. */
  edited_at?: string;
  /** Time at which the sender deleted the message for everyone. */
  deleted_at?: string;
  /** Whether a user sent the message outside this service: in the WhatsApp Business app, or from their mailbox. */
  sent_outside?: boolean;
}

export interface HistoryItemMessageButton {
  type: string;
  /** Label of the button. */
  text: string;
  url: string | null;
}

export interface Import {
  id: string;
  status: 'uploading' | 'queued' | 'running' | 'completed' | 'cancelled' | 'failed' | 'undone';
  file_name: string | null;
  /** Number of rows without the header. */
  rows: number;
  /** Number of rows that created a lead. */
  created: number;
  /** Number of rows that updated an existing lead. */
  updated: number;
  /** Number of rows whose existing lead was left unchanged. */
  reused: number;
  /** Number of rows that failed. To get the errors, use GET /imports/{id}/errors. */
  failed: number;
  /** Number of warnings about other rows. They are listed there too. */
  warnings: number;
  /** Number of rows that aren't processed, or that were never processed because the import was cancelled. */
  remaining: number;
  /** Progress from 0 to 1. */
  progress: number;
  /** Action for existing leads. */
  on_duplicate: 'create' | 'reuse' | 'update' | 'reject';
  /** ID of the agent that the leads are enrolled in. Null to enroll none. */
  workflow_id: string | null;
  /** Whether the first message or call of the cadence is skipped. */
  skip_first_message: boolean;
  /** Interpretation of the file. */
  file: ImportPreviewFile | null;
  /** Targets of the columns. */
  columns: ImportColumn[];
  /** Reason why the upload failed. */
  failure: string | null;
  /** Progress of the undo. Null if it wasn't requested. */
  undo: ImportUndo | null;
  /** Start of the upload. */
  created_at: string;
  /** Time at which the last row was processed. */
  completed_at: string | null;
}

export interface ImportColumn {
  header: string;
  /** Target: a lead field, `metadata.<key>`, `tags`, `consent.<channel>`, `opt_out.<channel>` or `ignore`. */
  to: string;
  /** Type of the values. */
  type: 'text' | 'number' | 'date';
  /** Order of ambiguous dates: `day_first` or `month_first`. */
  date_order: string | null;
  /** Whether the target was guessed from the header. False if the mapping specified it. */
  guessed: boolean;
  /** Field that uses this column in rows without a valid value of their own. */
  fallback_for: 'email' | 'phone' | null;
  /** Warning about the column. Null if there is none. */
  warning: string | null;
}

export interface ImportLeadsResponse {
  /** Always true. Errors have a different body. */
  success: true;
  dry_run: true;
  preview: ImportPreview;
}

export interface ImportLeadsResponse2 {
  /** Always true. Errors have a different body. */
  success: true;
  import: Import;
}

export interface ImportPreview {
  /** Number of rows. */
  rows: number;
  /** Number of rows that would create a lead. */
  created: number;
  /** Number of rows that would update an existing lead. */
  updated: number;
  /** Number of rows whose existing lead would be left unchanged. */
  reused: number;
  /** Number of rows that would fail. */
  failed: number;
  /** Number of warnings about other rows. */
  warnings: number;
  /** Number of rows whose lead is opted out of at least one channel. */
  opted_out: number;
  encoding: ImportPreviewEncoding;
  file: ImportPreviewFile;
  /** The names of the sheets of a spreadsheet, in the order of the file; empty for other files. */
  sheets: string[];
  /** Targets of the columns. */
  columns: ImportPreviewColumn[];
  /** The first 20 rows. */
  first_rows: ImportPreviewFirstRow[];
  /** The first 200 rows with errors. */
  errors: ImportPreviewError[];
  /** Warnings by column and code, at most 100 groups. */
  warning_groups: ImportPreviewWarningGroup[];
}

export interface ImportPreviewColumn {
  header: string;
  /** Target: a lead field, `metadata.<key>`, `tags`, `consent.<channel>`, `opt_out.<channel>` or `ignore`. */
  to: string;
  /** Type of the values. */
  type: 'text' | 'number' | 'date';
  /** Order of ambiguous dates: `day_first` or `month_first`. */
  date_order: string | null;
  /** Whether the target was guessed from the header. False if the mapping specified it. */
  guessed: boolean;
  /** Field that uses this column in rows without a valid value of their own. */
  fallback_for: 'email' | 'phone' | null;
  /** Warning about the column. Null if there is none. */
  warning: string | null;
  /** Sample cells of the column. */
  samples: string[];
}

/** Encoding of the file. If the samples look wrong, set `encoding` for the import. */
export interface ImportPreviewEncoding {
  name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1254' | 'windows-1251' | 'koi8-r' | 'windows-1253' | 'windows-1255' | 'windows-1256' | 'cp866' | 'cp850' | 'cp852' | 'cp437' | 'macintosh' | 'shift_jis' | 'euc-kr' | 'gb18030' | 'big5' | 'euc-jp';
  /** Whether the encoding is certain. If false, check the samples. */
  certain: boolean;
  /** Up to five cells with non-ASCII characters, as decoded. */
  samples: string[];
}

export interface ImportPreviewError {
  /** Number of the row, from 1, without the header. */
  row: number;
  /** Line of the file on which the row ends. */
  line: number | null;
  /** `error`: the row was rejected. `warning`: the row was imported. */
  severity: 'error' | 'warning';
  /** ID of the lead that the row created or updated. Null if the row was skipped. */
  lead_id: string | null;
  problems: ImportPreviewFirstRowProblem[];
}

/** Interpretation of the file. */
export interface ImportPreviewFile {
  /** Type of the content, regardless of the file name. */
  type: 'csv' | 'xlsx' | 'ndjson';
  /** Encoding of a text file. */
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'iso-8859-15' | 'windows-1250' | 'iso-8859-2' | 'windows-1254' | 'windows-1251' | 'koi8-r' | 'windows-1253' | 'windows-1255' | 'windows-1256' | 'cp866' | 'cp850' | 'cp852' | 'cp437' | 'macintosh' | 'shift_jis' | 'euc-kr' | 'gb18030' | 'big5' | 'euc-jp' | null;
  /** Whether the encoding is certain. False if nothing in the file determines it. */
  encoding_certain: boolean;
  /** Delimiter of a CSV file. */
  delimiter: string | null;
  /** Name of the sheet. */
  sheet: string | null;
  /** Line with the column names. Earlier lines are skipped. */
  header_line: number | null;
  /** Number of skipped lines after the last row, such as totals. */
  footer_lines: number[];
}

export interface ImportPreviewFirstRow {
  /** Number of the row, from 1. */
  row: number;
  /** Expected outcome of the row. */
  outcome: 'created' | 'updated' | 'reused' | 'failed';
  /** Fields of the lead. */
  lead: Record<string, unknown> | null;
  /** Errors and warnings. */
  problems: ImportPreviewFirstRowProblem[];
}

export interface ImportPreviewFirstRowProblem {
  /** Header of the column. */
  column: string | null;
  /** Error or warning code. */
  code: string;
  /** Description of the problem. */
  message: string;
}

export interface ImportPreviewWarningGroup {
  /** Header of the column; null for the whole row. */
  column: string | null;
  /** Machine-readable code. */
  code: string;
  /** The first of these warnings. */
  message: string;
  /** Number of these warnings. */
  count: number;
  /** The lines of the first ten. */
  lines: number[];
}

/** Progress of the undo. Null if it wasn't requested. */
export interface ImportUndo {
  /** Number of created leads that were deleted. */
  removed: number;
  /** Number of updated leads that were restored. */
  restored: number;
  /** Number of leads that were skipped, because they have changed since then or were deleted. */
  kept: number;
  /** Number of messages that were sent to these leads since the import. They stay sent. */
  sent: number;
  /** ID of the user who requested the undo. Null for an API key. */
  by: string | null;
  /** Whether the undo is complete. */
  finished: boolean;
}

export interface Lead {
  id: string;
  first_name: string;
  last_name: string | null;
  /** Email address. */
  email: string | null;
  /** Phone number in E.164 format. */
  phone: string | null;
  source: string;
  company: string | null;
  /** Job title. */
  title: string | null;
  /** IANA time zone. */
  timezone: string | null;
  /** ISO 3166 alpha-2 country code. */
  country: string | null;
  /** ID of the user who owns the lead. Null if unassigned. */
  owner_id: string | null;
  /** ID of the lead in your system. Null if none was given. */
  external_id: string | null;
  /** Value of the deal in units of `deal_currency`. Null if it is unknown. */
  deal_value: number | null;
  /** ISO 4217 currency code of `deal_value`. Null if it is unknown. */
  deal_currency: string | null;
  whatsapp_user?: LeadWhatsappUser;
  consent: LeadConsent;
  /** Custom data of the lead. */
  metadata: Record<string, unknown>;
  /** Tags, ordered by name. */
  tags: TagRef[];
  campaign: LeadCampaign | null;
  active_workflow_run: ActiveWorkflowRun | null;
  /** Version number, which increases with each change. Also sent as the ETag. */
  version: number;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

export interface LeadCampaign {
  id: string;
  name: string;
}

export interface LeadConsent {
  /** Consent for WhatsApp. */
  whatsapp: 'opted_in' | 'opted_out' | 'unknown';
  /** Consent for email. */
  email: 'opted_in' | 'opted_out' | 'unknown';
  /** Consent for calls. */
  call: 'opted_in' | 'opted_out' | 'unknown';
  /** Consent for SMS. */
  sms: 'opted_in' | 'opted_out' | 'unknown';
}

export interface LeadCreated {
  /** Always true. Errors have a different body. */
  success: true;
  lead: Lead;
  workflow_run: CreatedWorkflowRun | null;
  /** Whether an existing lead was reused or updated. */
  deduplicated: boolean;
  /** Warnings, such as `duplicate_lead`, `ambiguous_match`, `duplicate_in_cadence` or `already_enrolled`. */
  warnings: string[];
}

export interface LeadEngagement {
  /** Time of the last message or call from the lead. */
  last_inbound_at: string | null;
  /** Time of the last message or call to the lead. */
  last_outbound_at: string | null;
  /** Channel of the last message. */
  last_channel: string | null;
  /** Number of messages from the lead. */
  inbound_count: number;
  /** Number of messages to the lead. */
  outbound_count: number;
  /** Number of delivered messages. */
  delivered_count: number;
  /** Number of read messages. */
  read_count: number;
  /** Number of opened emails. */
  opened_count: number;
  /** Number of clicked links. */
  clicked_count: number;
  /** Number of calls to the lead. */
  calls_count: number;
  /** Number of answered calls. */
  calls_answered: number;
  /** End of the 24-hour window for free-form WhatsApp messages. */
  whatsapp_window_expires_at: string | null;
}

/** WhatsApp identity of the lead. Absent if WhatsApp hasn't provided a user ID. */
export interface LeadWhatsappUser {
  /** Business-scoped user ID on WhatsApp, such as `ES.13491208655302741918`. */
  user_id: string;
  /** WhatsApp user name without `@`. Null if unknown. */
  username: string | null;
}

export interface LeadsCreated {
  /** Always true. Errors have a different body. */
  success: true;
  /** Number of created leads. */
  created: number;
  /** Number of existing leads that were returned unchanged. */
  reused: number;
  /** Number of existing leads that were updated. */
  updated: number;
  /** Number of rejected leads. */
  failed: number;
  /** Results, in the order of the request. */
  results: BulkResult[];
}

export interface ListCampaignsResponse {
  /** Always true. Errors have a different body. */
  success: true;
  /** One page of campaigns, newest first. */
  campaigns: Campaign[];
  pagination: Pagination;
}

export interface ListImportErrorsResponse {
  /** Always true. Errors have a different body. */
  success: true;
  /** One page of problems, ordered by row. */
  errors: ImportPreviewError[];
  pagination: Pagination;
}

export interface ListMeetingsResponse {
  /** Always true. Errors have a different body. */
  success: true;
  /** One page of meetings, newest first. */
  meetings: MeetingDetails[];
  included?: ListWorkflowRunsResponseIncluded;
  pagination: Pagination;
}

export interface ListTemplatesResponse {
  /** Always true. Errors have a different body. */
  success: true;
  /** One page of templates, newest first. */
  templates: Template[];
  pagination: Pagination;
}

/** Names of the related resources. Present if requested with `include`. */
export interface ListWorkflowRunsResponseIncluded {
  /** Leads of this page, each once. Deleted leads are omitted. */
  leads?: ListWorkflowRunsResponseIncludedLead[];
  /** Workflows of this page, each once. */
  workflows?: ListWorkflowRunsResponseIncludedWorkflow[];
}

export interface ListWorkflowRunsResponseIncludedLead {
  id: string;
  /** First and last name. */
  name: string;
  /** Company of the lead, or null if unknown. */
  company: string | null;
}

export interface ListWorkflowRunsResponseIncludedWorkflow {
  id: string;
  name: string;
}

export interface ListWorkflowsResponse {
  /** Always true. Errors have a different body. */
  success: true;
  /** One page of workflows, newest first. */
  workflows: WorkflowSummary[];
  pagination: Pagination;
}

export interface Meeting {
  id: string;
  /** ID of the account. */
  client_id: string;
  lead_id: string;
  /** ID of the workflow that booked the meeting. Null if no workflow did. */
  workflow_id: string | null;
  /** ID of the lead's run of that workflow. Null if none was open. */
  workflow_run_id: string | null;
  /** ID of the meeting type. Null for a recorded meeting without one. */
  meeting_type_id: string | null;
  /** ID of the host. Null if the organizer of a recorded meeting is no host of the account. */
  host_id: string | null;
  /** ID of the availability block of the slot. Null if it is in none. */
  availability_block_id: string | null;
  title: string;
  /** Title of the meeting. */
  description: string | null;
  /** IANA time zone of the local times. */
  timezone: string;
  status: 'scheduled' | 'confirmed' | 'completed' | 'cancelled' | 'no_show';
  location_type: 'video' | 'phone' | 'in_person';
  /** Location, or phone number. */
  location_details: string | null;
  /** URL to join the meeting. */
  meeting_url: string | null;
  /** Origin of the meeting. */
  source: 'ai_agent' | 'api' | 'manual' | 'widget' | 'external' | 'background_job' | 'import';
  /** Creator: `key:<id>`, `user:<id>`, `agent:<workflow_id>`, `lead` or `system`. */
  created_by: string;
  /** Origin of the meeting. */
  creation_source: 'api_book' | 'api_record' | 'dashboard' | 'agent_tool' | 'widget' | 'mcp' | 'calendar_import';
  starts_at: string;
  ends_at: string;
  /** Original start time. Null if the meeting was never rescheduled. */
  original_starts_at: string | null;
  /** Time of the last rescheduling. */
  rescheduled_at: string | null;
  /** Time of the cancellation. */
  cancelled_at: string | null;
  /** Time of the last write to the host's calendar. */
  synced_at: string | null;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  duration_minutes: number;
  /** Name of the lead at the time of booking. */
  attendee_name: string | null;
  /** Email address of the lead at the time of booking. */
  attendee_email: string | null;
  /** Phone number of the lead at the time of booking. */
  attendee_phone: string | null;
  /** Email address of the host. */
  organizer_email: string | null;
  /** Connection to the host's calendar. */
  organizer_connection_type: 'oauth' | 'service_account' | 'caldav_password' | 'none';
  /** Provider of the host's calendar, such as `google` or `caldav`. `internal` if none is connected. */
  external_calendar_provider: string;
  /** ID of the event in the host's calendar. Null until it is written, or if none is connected. */
  external_event_id: string | null;
  /** ID of the host's calendar. Null until the event is written, or if none is connected. */
  external_calendar_id: string | null;
  /** Status of the entry in the host's calendar. */
  sync_status: 'not_connected' | 'pending' | 'synced' | 'failed' | 'deleted_remotely' | 'out_of_date';
  /** Reason for the last rescheduling. */
  reschedule_reason: string | null;
  /** Reason for the cancellation. */
  cancellation_reason: string | null;
  /** Whether the lead confirmed the current time. */
  confirmed_by_lead: boolean;
}

export interface MeetingDetails {
  id: string;
  /** ID of the account. */
  client_id: string;
  lead_id: string;
  /** ID of the workflow that booked the meeting. Null if no workflow did. */
  workflow_id: string | null;
  /** ID of the lead's run of that workflow. Null if none was open. */
  workflow_run_id: string | null;
  /** ID of the meeting type. Null for a recorded meeting without one. */
  meeting_type_id: string | null;
  /** ID of the host. Null if the organizer of a recorded meeting is no host of the account. */
  host_id: string | null;
  /** ID of the availability block of the slot. Null if it is in none. */
  availability_block_id: string | null;
  title: string;
  /** Title of the meeting. */
  description: string | null;
  /** IANA time zone of the local times. */
  timezone: string;
  status: 'scheduled' | 'confirmed' | 'completed' | 'cancelled' | 'no_show';
  location_type: 'video' | 'phone' | 'in_person';
  /** Location, or phone number. */
  location_details: string | null;
  /** URL to join the meeting. */
  meeting_url: string | null;
  /** Origin of the meeting. */
  source: 'ai_agent' | 'api' | 'manual' | 'widget' | 'external' | 'background_job' | 'import';
  /** Creator: `key:<id>`, `user:<id>`, `agent:<workflow_id>`, `lead` or `system`. */
  created_by: string;
  /** Origin of the meeting. */
  creation_source: 'api_book' | 'api_record' | 'dashboard' | 'agent_tool' | 'widget' | 'mcp' | 'calendar_import';
  starts_at: string;
  ends_at: string;
  /** Original start time. Null if the meeting was never rescheduled. */
  original_starts_at: string | null;
  /** Time of the last rescheduling. */
  rescheduled_at: string | null;
  /** Time of the cancellation. */
  cancelled_at: string | null;
  /** Time of the last write to the host's calendar. */
  synced_at: string | null;
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
  duration_minutes: number;
  /** Name of the lead at the time of booking. */
  attendee_name: string | null;
  /** Email address of the lead at the time of booking. */
  attendee_email: string | null;
  /** Phone number of the lead at the time of booking. */
  attendee_phone: string | null;
  /** Email address of the host. */
  organizer_email: string | null;
  /** Connection to the host's calendar. */
  organizer_connection_type: 'oauth' | 'service_account' | 'caldav_password' | 'none';
  /** Provider of the host's calendar, such as `google` or `caldav`. `internal` if none is connected. */
  external_calendar_provider: string;
  /** ID of the event in the host's calendar. Null until it is written, or if none is connected. */
  external_event_id: string | null;
  /** ID of the host's calendar. Null until the event is written, or if none is connected. */
  external_calendar_id: string | null;
  /** Status of the entry in the host's calendar. */
  sync_status: 'not_connected' | 'pending' | 'synced' | 'failed' | 'deleted_remotely' | 'out_of_date';
  /** Reason for the last rescheduling. */
  reschedule_reason: string | null;
  /** Reason for the cancellation. */
  cancellation_reason: string | null;
  /** Whether the lead confirmed the current time. */
  confirmed_by_lead: boolean;
  host_name: string | null;
  /** Name of the meeting type. */
  meeting_type: string | null;
  /** Reason for the no-show. */
  no_show_reason: string | null;
  outcome_notes: string | null;
  /** Answers to the questions of the meeting type, by key. Null if there are none. */
  answers: Record<string, string | number | boolean> | null;
  /** Latest response of each attendee to the invitation for the current time. */
  attendee_answers: AttendeeAnswer[];
  /** Earlier hosts of the meeting, oldest first. */
  former_hosts: MeetingDetailsFormerHost[];
  /** ID of the Temporal workflow that processes the booking. Null if there is none. */
  booking_workflow_id: string | null;
}

export interface MeetingDetailsFormerHost {
  host_id: string;
  /** Name of the host at that time. */
  host_name: string;
  /** Time at which the next host took over. */
  until: string;
}

/** A tag as returned by the API. */
export interface NamedTag {
  name: string;
}

export interface Pagination {
  /** Maximum number of items per page. */
  limit: number;
  /** Cursor of the next page. Send it as `cursor`. Null on the last page. */
  next_cursor: string | null;
  /** Whether there is another page. */
  has_more: boolean;
  /** Total number of items. Only present in lists that count them. */
  total?: number;
}

export interface PauseState {
  /** Always true. Errors have a different body. */
  success: true;
  /** Whether an open run is under human takeover. */
  paused: boolean;
  /** Reason for the takeover. */
  reason: string | null;
  /** Start of the takeover. */
  since: string | null;
  /** Time at which the run resumes automatically. Null if it doesn't. */
  until: string | null;
  /** User, API key or rule that paused the run: `key:<id>`, `user:<id>` or `rule`. */
  by: string | null;
}

export interface SendMessageResponse {
  /** Always true. Errors have a different body. */
  success: true;
  channel: string;
  /** Type of the content. */
  type: 'text' | 'template' | 'media' | 'interactive';
  /** ID of the message. To get its status, use GET /messages/{id}. */
  message_id: string;
  /** ID of the message at the provider. Null until it is sent. */
  provider_message_id: string | null;
  /** ID of the event about the message. Null if there is none. */
  activity_id: string | null;
  /** ID of the call. Null for other channels. */
  call_id: string | null;
  call_status: 'registered' | null;
  status: 'queued' | 'held' | 'sent';
  /** Reason for the hold. Null if the message is not on hold. */
  held_by: string | null;
  /** Earliest time of the send. Null if a user must end the hold. */
  estimated_send_at: string | null;
}

export interface SyncLeadTagsResponse {
  /** Always true. Errors have a different body. */
  success: true;
  lead_id: string;
  /** All tags of the lead, ordered by name. */
  tags: TagRef[];
  /** Tags that were added. */
  added: TagRef[];
  /** Tags that were removed. */
  removed: TagRef[];
}

export interface TagRef {
  id: string;
  /** Name in its first spelling. */
  name: string;
  /** Normalized name. Spellings with the same slug are the same tag. */
  slug: string;
}

export interface Template {
  id: string;
  /** Name of the template, unique per channel and language. */
  name: string;
  channel: 'whatsapp' | 'email';
  /** Language code, such as `en` or `pt_BR`. */
  language: string;
  /** Category of a WhatsApp template at Meta. */
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION' | null;
  /** Approval status. Email templates are approved immediately. */
  status: 'APPROVED' | 'PENDING' | 'REJECTED';
  /** Rejection reason of the provider. */
  rejected_reason: string | null;
  /** Components of a WhatsApp template. Empty for email. */
  components: Record<string, unknown>[];
  /** Subject. Supports Liquid variables. */
  subject: string | null;
  /** HTML. Supports Liquid variables, whose values are escaped. */
  html: string | null;
  /** Plain text. Supports Liquid variables. Generated from the HTML if omitted. */
  text: string | null;
  /** Variables that the template uses. */
  variables: TemplateVariable[];
  /** Time of creation. */
  created_at: string;
  /** Time of the last change. */
  updated_at: string;
}

export interface TemplateVariable {
  /** Name of the variable, such as `lead.first_name`. */
  name: string;
  /** Position among the variables of its component, from 1. */
  position: number;
  /** Location: `subject`, `html` or `text` in emails; `header`, `body`, `button_0` and so on in WhatsApp templates. */
  component: string;
}

export interface UpdateLeadResponse {
  /** Always true. Errors have a different body. */
  success: true;
  lead: Lead;
  /** Messages that were already being sent and may still be delivered, after a wait of two seconds. Absent if there are none. */
  in_flight?: string[];
}

/** Parameters of a template component. */
export type WhatsAppComponent = WhatsAppComponentHeader | WhatsAppComponentBody | WhatsAppComponentButton;

export interface WhatsAppComponentBody {
  /** Parameters of the body. */
  type: 'body';
  /** Values, in order. */
  parameters: WhatsAppComponentBodyParameter[];
}

/** A value. */
export type WhatsAppComponentBodyParameter = WhatsAppComponentHeaderParameterText | WhatsAppComponentHeaderParameterCurrency | WhatsAppComponentHeaderParameterDateTime;

export interface WhatsAppComponentButton {
  /** Parameters of a button. */
  type: 'button';
  sub_type: 'quick_reply' | 'url' | 'copy_code' | 'catalog' | 'flow';
  /** Index of the button, from 0. */
  index: string;
  /** Values, in order. */
  parameters: WhatsAppComponentButtonParameter[];
}

/** A value. */
export type WhatsAppComponentButtonParameter = WhatsAppComponentHeaderParameterText | WhatsAppComponentButtonParameterPayload | WhatsAppComponentButtonParameterCouponCode | WhatsAppComponentButtonParameterAction;

export interface WhatsAppComponentButtonParameterAction {
  /** Parameter of a catalog or flow button. */
  type: 'action';
  /** Action of the button, in WhatsApp's format. */
  action: Record<string, unknown>;
}

export interface WhatsAppComponentButtonParameterCouponCode {
  /** Parameter of a copy-code button. */
  type: 'coupon_code';
  /** Code to copy. */
  coupon_code: string;
}

export interface WhatsAppComponentButtonParameterPayload {
  /** Parameter of a quick reply. */
  type: 'payload';
  /** Payload that is returned with the reply. */
  payload: string;
}

export interface WhatsAppComponentHeader {
  /** Parameters of the header. */
  type: 'header';
  /** Values, in order. */
  parameters: WhatsAppComponentHeaderParameter[];
}

/** A value. */
export type WhatsAppComponentHeaderParameter = WhatsAppComponentHeaderParameterText | WhatsAppComponentHeaderParameterCurrency | WhatsAppComponentHeaderParameterDateTime | WhatsAppInteractiveButtonHeaderImage | WhatsAppInteractiveButtonHeaderVideo | WhatsAppInteractiveButtonHeaderDocument;

export interface WhatsAppComponentHeaderParameterCurrency {
  /** An amount of money. */
  type: 'currency';
  /** Name of the parameter, if the template uses names instead of numbers. */
  parameter_name?: string;
  currency: WhatsAppComponentHeaderParameterCurrencyCurrency;
}

/** An amount of money. */
export interface WhatsAppComponentHeaderParameterCurrencyCurrency {
  /** Text to show if the value can't be localized. */
  fallback_value: string;
  /** Currency code, such as EUR. */
  code: string;
  /** Amount multiplied by 1000. */
  amount_1000: number;
}

export interface WhatsAppComponentHeaderParameterDateTime {
  /** A date or time. */
  type: 'date_time';
  /** Name of the parameter, if the template uses names instead of numbers. */
  parameter_name?: string;
  date_time: WhatsAppComponentHeaderParameterDateTimeDateTime;
}

/** A date or time as text. */
export interface WhatsAppComponentHeaderParameterDateTimeDateTime {
  /** Text of the date or time. */
  fallback_value: string;
}

export interface WhatsAppComponentHeaderParameterText {
  /** A text. */
  type: 'text';
  /** Name of the parameter, if the template uses names instead of numbers. */
  parameter_name?: string;
  text: string;
}

/** A WhatsApp message with buttons, a list or a form, in WhatsApp's format. */
export type WhatsAppInteractive = WhatsAppInteractiveButton | WhatsAppInteractiveList | WhatsAppInteractiveCtaUrl | WhatsAppInteractiveLocationRequestMessage | WhatsAppInteractiveFlow | WhatsAppInteractiveProduct | WhatsAppInteractiveProductList | WhatsAppInteractiveCatalogMessage;

export interface WhatsAppInteractiveButton {
  /** Up to three reply buttons. */
  type: 'button';
  /** Header of the message. */
  header?: WhatsAppInteractiveButtonHeader | null;
  body: WhatsAppInteractiveButtonBody;
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveButtonAction;
}

/** Action of the message. */
export interface WhatsAppInteractiveButtonAction {
  /** Reply buttons, one to three. */
  buttons: WhatsAppInteractiveButtonActionButton[];
}

export interface WhatsAppInteractiveButtonActionButton {
  /** A reply button. */
  type: 'reply';
  reply: WhatsAppInteractiveButtonActionButtonReply;
}

/** Reply that the button sends. */
export interface WhatsAppInteractiveButtonActionButtonReply {
  /** ID that is returned with the reply. */
  id: string;
  /** Label of the button. */
  title: string;
}

export interface WhatsAppInteractiveButtonBody {
  text: string;
}

export interface WhatsAppInteractiveButtonFooter {
  text: string;
}

/** Header of the message. */
export type WhatsAppInteractiveButtonHeader = WhatsAppInteractiveButtonHeaderText | WhatsAppInteractiveButtonHeaderImage | WhatsAppInteractiveButtonHeaderVideo | WhatsAppInteractiveButtonHeaderDocument;

export interface WhatsAppInteractiveButtonHeaderDocument {
  /** A document. */
  type: 'document';
  document: WhatsAppInteractiveButtonHeaderDocumentDocument;
}

/** Document, by `link` or by `id`. */
export interface WhatsAppInteractiveButtonHeaderDocumentDocument {
  /** Public https or http URL from which WhatsApp downloads the file. */
  link?: string | null;
  /** ID of a file uploaded to WhatsApp. */
  id?: string | null;
  /** File name of a document. */
  filename?: string | null;
}

export interface WhatsAppInteractiveButtonHeaderImage {
  /** An image. */
  type: 'image';
  image: WhatsAppInteractiveButtonHeaderImageImage;
}

/** Image, by `link` or by `id`. */
export interface WhatsAppInteractiveButtonHeaderImageImage {
  /** Public https or http URL from which WhatsApp downloads the file. */
  link?: string | null;
  /** ID of a file uploaded to WhatsApp. */
  id?: string | null;
}

export interface WhatsAppInteractiveButtonHeaderText {
  /** A text. */
  type: 'text';
  text: string;
}

export interface WhatsAppInteractiveButtonHeaderVideo {
  /** A video. */
  type: 'video';
  video: WhatsAppInteractiveButtonHeaderVideoVideo;
}

/** Video, by `link` or by `id`. */
export interface WhatsAppInteractiveButtonHeaderVideoVideo {
  /** Public https or http URL from which WhatsApp downloads the file. */
  link?: string | null;
  /** ID of a file uploaded to WhatsApp. */
  id?: string | null;
}

export interface WhatsAppInteractiveCatalogMessage {
  /** A button that opens your catalog. */
  type: 'catalog_message';
  body: WhatsAppInteractiveCatalogMessageBody;
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveCatalogMessageAction;
}

/** Action of the message. */
export interface WhatsAppInteractiveCatalogMessageAction {
  /** Always `catalog_message`. */
  name: 'catalog_message';
  /** Product whose image is shown. */
  parameters?: WhatsAppInteractiveCatalogMessageActionParameters | null;
}

/** Product whose image is shown. */
export interface WhatsAppInteractiveCatalogMessageActionParameters {
  /** ID of the product in the catalog. */
  thumbnail_product_retailer_id: string;
}

export interface WhatsAppInteractiveCatalogMessageBody {
  text: string;
}

export interface WhatsAppInteractiveCtaUrl {
  /** A button that opens a URL. */
  type: 'cta_url';
  /** Header of the message. */
  header?: WhatsAppInteractiveButtonHeader | null;
  body: WhatsAppInteractiveCtaUrlBody;
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveCtaUrlAction;
}

/** Action of the message. */
export interface WhatsAppInteractiveCtaUrlAction {
  /** Always `cta_url`. */
  name: 'cta_url';
  parameters: WhatsAppInteractiveCtaUrlActionParameters;
}

/** Parameters of the button. */
export interface WhatsAppInteractiveCtaUrlActionParameters {
  /** Label of the button. */
  display_text: string;
  /** Public https or http URL from which WhatsApp downloads the file. */
  url: string;
}

export interface WhatsAppInteractiveCtaUrlBody {
  text: string;
}

export interface WhatsAppInteractiveFlow {
  /** A button that opens one of your WhatsApp flows. */
  type: 'flow';
  /** Header of the message. */
  header?: WhatsAppInteractiveButtonHeader | null;
  body: WhatsAppInteractiveFlowBody;
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveFlowAction;
}

/** Action of the message. */
export interface WhatsAppInteractiveFlowAction {
  /** Always `flow`. */
  name: 'flow';
  parameters: WhatsAppInteractiveFlowActionParameters;
}

/** The flow, by flow_id or by flow_name, and its first screen. */
export interface WhatsAppInteractiveFlowActionParameters {
  /** Always 3. */
  flow_message_version: '3';
  /** ID of the flow at Meta. Specify this or `flow_name`. */
  flow_id?: string | null;
  /** Name of the flow at Meta. */
  flow_name?: string | null;
  /** Label of the button, without emoji. */
  flow_cta: string;
  /** Token that is returned with the reply. */
  flow_token?: string | null;
  /** Mode of the flow. Defaults to `published`. */
  mode?: 'draft' | 'published' | null;
  /** Action of the flow. Defaults to `navigate`. */
  flow_action?: 'navigate' | 'data_exchange' | null;
  /** First screen, only with flow_action navigate. */
  flow_action_payload?: WhatsAppInteractiveFlowActionParametersFlowActionPayload | null;
}

/** First screen, only with flow_action navigate. */
export interface WhatsAppInteractiveFlowActionParametersFlowActionPayload {
  /** Screen that the flow opens with. */
  screen: string;
  /** Initial data of the screen. */
  data?: Record<string, unknown> | null;
}

export interface WhatsAppInteractiveFlowBody {
  text: string;
}

export interface WhatsAppInteractiveList {
  /** A list of options. */
  type: 'list';
  header?: WhatsAppInteractiveButtonHeaderText | null;
  body: WhatsAppInteractiveListBody;
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveListAction;
}

/** Menu that opens from a button below the text. */
export interface WhatsAppInteractiveListAction {
  /** Label of the button that opens the list. */
  button: string;
  /** Sections, with at most ten rows in total. */
  sections: WhatsAppInteractiveListActionSection[];
}

export interface WhatsAppInteractiveListActionSection {
  /** Title of the section. Required if there are several sections. */
  title?: string | null;
  rows: WhatsAppInteractiveListActionSectionRow[];
}

export interface WhatsAppInteractiveListActionSectionRow {
  /** ID that is returned with the reply. */
  id: string;
  title: string;
  description?: string | null;
}

export interface WhatsAppInteractiveListBody {
  text: string;
}

export interface WhatsAppInteractiveLocationRequestMessage {
  /** A request for the lead's location. */
  type: 'location_request_message';
  body: WhatsAppInteractiveLocationRequestMessageBody;
  action: WhatsAppInteractiveLocationRequestMessageAction;
}

/** Action of the message. */
export interface WhatsAppInteractiveLocationRequestMessageAction {
  /** Always `send_location`. */
  name: 'send_location';
}

export interface WhatsAppInteractiveLocationRequestMessageBody {
  text: string;
}

export interface WhatsAppInteractiveProduct {
  /** One product of a catalog. */
  type: 'product';
  body?: WhatsAppInteractiveProductBody | null;
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveProductAction;
}

/** Product to show. */
export interface WhatsAppInteractiveProductAction {
  /** ID of the catalog at Meta. */
  catalog_id: string;
  /** ID of the product in the catalog. */
  product_retailer_id: string;
}

export interface WhatsAppInteractiveProductBody {
  text: string;
}

export interface WhatsAppInteractiveProductList {
  /** Several products of a catalog. */
  type: 'product_list';
  header: WhatsAppInteractiveButtonHeaderText;
  body: WhatsAppInteractiveProductListBody;
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveProductListAction;
}

/** Products to show. */
export interface WhatsAppInteractiveProductListAction {
  /** ID of the catalog at Meta. */
  catalog_id: string;
  /** Sections, with at most 30 products in total. */
  sections: WhatsAppInteractiveProductListActionSection[];
}

export interface WhatsAppInteractiveProductListActionSection {
  /** Title of the section. Required if there are several sections. */
  title?: string | null;
  product_items: WhatsAppInteractiveProductListActionSectionProductItem[];
}

export interface WhatsAppInteractiveProductListActionSectionProductItem {
  /** ID of the product in the catalog. */
  product_retailer_id: string;
}

export interface WhatsAppInteractiveProductListBody {
  text: string;
}

/** A file on WhatsApp, by `link` or by `id`. */
export interface WhatsAppMedia {
  /** Type of the file. */
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  /** Public https or http URL from which WhatsApp downloads the file. */
  link?: string | null;
  /** ID of a file uploaded to WhatsApp. */
  id?: string | null;
  /** Caption of an image, video or document. */
  caption?: string | null;
  /** File name of a document. */
  filename?: string | null;
}

export interface WorkflowSummary {
  /** ID of the agent. */
  id: string;
  /** Name of the agent. */
  name: string;
  /** Goal of the agent. */
  goal_type: 'appointment' | 'sale' | 'qualification' | 'support' | 'custom';
  /** Whether the agent enrolls leads and processes its runs. */
  is_active: boolean;
  /** Whether all runs of the agent are paused. */
  paused: boolean;
  /** Last published version. 0 if none was published. */
  version: number;
  /** The statuses of the funnel. */
  statuses: WorkflowSummaryStatus[];
  /** Fields that the agent captures. */
  fields: WorkflowSummaryField[];
  /** Number of steps in the cadence. */
  total_steps: number;
  channels: WorkflowSummaryChannels;
}

/** Senders that the agent uses. */
export interface WorkflowSummaryChannels {
  /** ID of the email sender. Null uses the account's default. */
  email_sender_id: string | null;
  /** Email senders that share the leads, instead of `email_sender_id`. */
  email_pool?: WorkflowSummaryChannelsEmailPool | null;
  /** ID of the WhatsApp number. Null uses the account's default. */
  whatsapp_number_id: string | null;
  /** ID of the voice agent. Null uses the account's default. */
  voice_agent_id: string | null;
}

/** Email senders that share the leads, instead of `email_sender_id`. */
export interface WorkflowSummaryChannelsEmailPool {
  senders: WorkflowSummaryChannelsEmailPoolSender[];
  /** Whether a failing sender's leads `wait` for it (default) or `move` to another one. */
  when_sender_fails: 'wait' | 'move';
  /** Hours before the leads of a failing sender move. Defaults to 24. */
  move_after_hours: number;
}

export interface WorkflowSummaryChannelsEmailPoolSender {
  email_sender_id: string;
  /** Share of new leads, relative to the others. Defaults to 1. */
  weight: number;
}

/** A field that the agent captures. */
export interface WorkflowSummaryField {
  /** Key of the field, unique within the agent. */
  key: string;
  label: string;
  /** Type of the value. */
  type: 'text' | 'number' | 'boolean' | 'date' | 'enum' | 'email' | 'phone';
  /** Whether the agent must ask for the field. */
  required: boolean;
  /** Options of an `enum` field. */
  options: string[];
  /** Question that the agent asks. */
  ask_prompt: string | null;
  /** Hint for recognizing the value in a message. */
  extract_hint: string | null;
  /** Questions in other languages, by two-letter language code. */
  ask_prompts?: Record<string, unknown> | null;
}

/** A status in the agent's funnel. */
export interface WorkflowSummaryStatus {
  /** Key of the status, unique within the agent. */
  key: string;
  label: string;
  category: 'open' | 'active' | 'won' | 'lost' | 'expired';
  /** Whether the status ends the run. */
  is_terminal: boolean;
  /** Whether leads start in this status. */
  is_initial: boolean;
  /** Position in the order of statuses. */
  position: number;
  /** Color in boards. */
  color: string | null;
  /** ID of the agent to transfer the lead to when it reaches this status. Null transfers to none. */
  transfer_to_workflow_id: string | null;
}
