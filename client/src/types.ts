// Written by `npm run generate` from the schemas that validate the requests.

export interface CreateLeadInput {
  /** First name. */
  first_name: string;
  /** Last name. */
  last_name?: string | null;
  /** E-mail address. */
  email?: string | null;
  /** Phone number; national ones are read by `country`, else by the account’s country. */
  phone?: string | null;
  /** Company. */
  company?: string | null;
  /** Job title. */
  title?: string | null;
  /** IANA zone such as Europe/Madrid. */
  timezone?: string | null;
  /** Country: ISO code or name. */
  country?: string | null;
  /** The user who owns it. */
  owner_id?: string | null;
  /** Its id in your own system. */
  external_id?: string | null;
  /** The campaign it belongs to. */
  campaign_id?: string | null;
  /** Where it came from; `api` if not given. */
  source?: string | null;
  /** What the person agreed to; channels that are absent stay as they are. */
  consent?: ConsentChange | null;
  /** Whatever else is known: 64 KiB, 200 keys and 16 levels at most. */
  metadata?: Record<string, unknown> | null;
  /** Names of tags, found or made by slug. */
  tags?: (string | NamedTag)[] | null;
  /** The AI agent to enrol it in. */
  workflow_id?: string | null;
  /** A text instead of the cadence’s first message; needs `workflow_id`. */
  force_first_message?: string | null;
  /** What to do when the external id, else the e-mail address, else the phone number is known: `create` (default) makes a second lead and warns, `reuse` answers the known lead, `update` changes it, `reject` answers 409. */
  on_duplicate?: 'create' | 'reuse' | 'update' | 'reject' | null;
}

export type CreateLeadResult = LeadCreated;

export interface UpdateLeadInput {
  /** The lead. */
  lead_id: string;
  /** First name. */
  first_name?: string;
  /** Last name. */
  last_name?: string | null;
  /** E-mail address. */
  email?: string | null;
  /** Phone number; national ones are read by `country`, else by the account’s country. */
  phone?: string | null;
  /** Company. */
  company?: string | null;
  /** Job title. */
  title?: string | null;
  /** IANA zone such as Europe/Madrid. */
  timezone?: string | null;
  /** Country: ISO code or name. */
  country?: string | null;
  /** The user who owns it. */
  owner_id?: string | null;
  /** Its id in your own system. */
  external_id?: string | null;
  /** The campaign it belongs to. */
  campaign_id?: string | null;
  /** Where it came from; `api` if not given. */
  source?: string | null;
  /** What the person agreed to; channels that are absent stay as they are. */
  consent?: ConsentChange | null;
  /** Given keys are replaced whole, the others kept; a null value removes its key. */
  metadata?: Record<string, unknown>;
  /** Names of tags, found or made by slug. */
  tags?: (string | NamedTag)[] | null;
  /** The `version` the change is meant for; refused with 412 when there is a newer one. */
  if_match?: number;
}

export type UpdateLeadResult = UpdateLeadResponse;

export interface GetLeadInput {
  /** The lead. */
  lead_id: string;
}

export type GetLeadResult = GetLeadResponse;

export interface GetLeadHistoryInput {
  /** The lead. */
  lead_id: string;
  /** Only these channels, separated by commas: call, whatsapp, email, chat. Activities have none. */
  channel?: string;
  /** Only these types, separated by commas: activity, message, call, call_missed. */
  types?: string;
  /** Only what belongs to this enrolment; chats belong to none. */
  workflow_run_id?: string;
  /** Before this moment. */
  before?: string;
  /** After this moment. */
  after?: string;
  /** `asc` (oldest first) if not given. */
  order?: 'asc' | 'desc';
  /** Items to leave out; `cursor` is the better way. */
  offset?: number;
  /** Items a page, 1 to 200. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
}

export type GetLeadHistoryResult = GetLeadHistoryResponse;

export interface IsLeadPausedInput {
  /** The lead. */
  lead_id: string;
  /** Looks at this workflow only. */
  workflow_id?: string;
}

export type IsLeadPausedResult = PauseState;

export interface StopAutomationInput {
  /** The lead. */
  lead_id: string;
  /** The run. */
  workflow_run_id?: string | null;
  /** The workflow whose run is meant; give this or the run. */
  workflow_id?: string | null;
  /** Why, for the history. */
  reason?: string | null;
  /** Resumes by itself after this time. */
  auto_resume_after_minutes?: number | null;
}

export type StopAutomationResult = AutomationStopped;

export interface ResumeAutomationInput {
  /** The lead. */
  lead_id: string;
  /** The run. */
  workflow_run_id?: string | null;
  /** The workflow whose run is meant; give this or the run. */
  workflow_id?: string | null;
  /** Whether the cadence goes on; otherwise it stays paused. */
  resume_cadence?: boolean | null;
  /** `shift` (default) moves later steps by the length of the pause; `catch_up_one` does the earliest missed step now and skips the others; `skip_missed` skips all missed ones. */
  resume_policy?: 'shift' | 'catch_up_one' | 'skip_missed' | null;
}

export type ResumeAutomationResult = AutomationResumed;

export interface SyncLeadTagsInput {
  /** The lead; wins over `email`. */
  lead_id?: string | null;
  /** The lead's e-mail address. */
  email?: string | null;
  /** The whole new set. */
  tags: (string | NamedTag)[];
}

export type SyncLeadTagsResult = SyncLeadTagsResponse;

export interface ListLeadMeetingsInput {
  /** The lead. */
  lead_id: string;
  /** Only these: `scheduled`, `confirmed`, `completed`, `cancelled`, `no_show`, comma-separated. */
  status?: string;
  /** Only of this kind. */
  location_type?: 'video' | 'phone' | 'in_person';
  /** Items a page, 1 to 200. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
}

export type ListLeadMeetingsResult = ListMeetingsResponse;

export interface ListWorkflowsInput {
  /** Active ones (default), inactive ones, or all. */
  is_active?: 'true' | 'false' | 'all';
  /** Items a page, 1 to 200. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
}

export type ListWorkflowsResult = ListWorkflowsResponse;

export interface ListCampaignsInput {
  /** Items a page, 1 to 200. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
}

export type ListCampaignsResult = ListCampaignsResponse;

export interface ListTemplatesInput {
  /** Only this status. */
  status?: 'APPROVED' | 'PENDING' | 'REJECTED';
  /** Only this category. */
  category?: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION';
  /** Language code such as `en` or `pt_BR`. */
  language?: string;
  /** Only templates that this number can send. */
  whatsapp_number_id?: string;
  /** Items a page, 1 to 200. */
  limit?: number;
  /** The `next_cursor` of the page before. */
  cursor?: string;
}

export type ListTemplatesResult = ListTemplatesResponse;

export interface SendMessageInput {
  /** Whom it goes to. */
  lead_id: string;
  /** The workflow it is sent for: its senders, limits and window count. The lead needs no run of it. */
  workflow_id?: string | null;
  /** How. */
  channel: 'email' | 'whatsapp' | 'call';
  /** The text. */
  content?: string | null;
  /** The HTML of an e-mail. */
  html?: string | null;
  /** The subject of an e-mail. */
  subject?: string | null;
  /** A stored template instead of a text. */
  template_id?: string | null;
  /** The template by its name, with `language`. */
  template_name?: string | null;
  /** The language of `template_name`. */
  language?: string | null;
  /** What fills a WhatsApp template, by name or place (`1`, `header.1`). */
  variables?: Record<string, unknown> | null;
  /** What fills a WhatsApp template, in the form WhatsApp uses. */
  components?: WhatsAppComponent[] | null;
  /** A file on WhatsApp, by `link` or by `id`. */
  media?: WhatsAppMedia | null;
  /** A WhatsApp message with buttons, a list or a form, in the shape WhatsApp uses. */
  interactive?: WhatsAppInteractive | null;
  /** The first words of a call. */
  begin_message?: string | null;
  /** Not before this instant. */
  send_at?: string | null;
  /** Whether it waits for the window of the workflow. */
  respect_window?: boolean | null;
  /** The newest message to or from the lead that you know: 409 CONVERSATION_MOVED_ON with `message_ids` where there are newer ones. */
  after_message_id?: string | null;
  /** The message of the lead that it answers. An e-mail continues its thread, under its subject if none is given. */
  in_reply_to?: string | null;
  /** The same as the Idempotency-Key header. */
  idempotency_key?: string | null;
}

export type SendMessageResult = SendMessageResponse;

export interface CreateMeetingInput {
  /** The lead. */
  lead_id?: string | null;
  /** The lead’s address, where there is no id. */
  lead_email?: string | null;
  /** The workflow on whose behalf it was booked. */
  workflow_id?: string | null;
  /** What it is called. */
  title: string;
  /** When it begins; without an offset in `timezone`. */
  starts_at: string;
  /** When it ends; or give its length. */
  ends_at?: string | null;
  /** How long it takes. */
  duration_minutes?: number | null;
  /** IANA zone; UTC if not given. */
  timezone?: string | null;
  /** Link to join. */
  meeting_url?: string | null;
  /** How the two meet; `video` if not given. */
  location_type?: 'video' | 'phone' | 'in_person' | null;
  /** Where, or which number. */
  location_details?: string | null;
  /** What it is about. */
  description?: string | null;
  /** The host’s address; one of the account’s hosts is found by it. */
  host_email?: string | null;
  /** The kind of meeting. */
  meeting_type_id?: string | null;
  /** Instead of the lead’s name. */
  attendee_name?: string | null;
  /** Instead of the lead’s address. */
  attendee_email?: string | null;
  /** Instead of the lead’s number. */
  attendee_phone?: string | null;
  /** Who else comes. */
  additional_attendees?: CreateMeetingRequestAdditionalAttendee[] | null;
  /** Where it was booked, such as `calendly`; `external` if not given. */
  external_calendar_provider?: string | null;
  /** Its id there. */
  external_event_id?: string | null;
  /** `scheduled` if not given. A later call confirms a recorded meeting but takes no confirmation back; a new time does. */
  status?: 'scheduled' | 'confirmed' | null;
}

export type CreateMeetingResult = CreateMeetingResponse;

export interface CreateMeetingNotesInput {
  /** Which note taker it comes from; `api` if not given. */
  provider?: string | null;
  /** The meeting’s id there. */
  external_meeting_id?: string | null;
  /** The calendar entry’s id. */
  calendar_event_id?: string | null;
  /** Link to join. */
  meeting_url?: string | null;
  /** The lead. */
  lead_id?: string | null;
  /** The lead’s address. */
  lead_email?: string | null;
  /** When the meeting began. */
  meeting_date?: string | null;
  /** Notes. */
  notes?: string | null;
  /** The transcript, up to 1 MiB. */
  transcript_text?: string | null;
  /** A summary. */
  summary?: string | null;
  /** A summary that somebody had made. */
  manual_ai_summary?: string | null;
  /** What is to be done. */
  action_items?: CreateMeetingNotesRequestActionItem[] | null;
}

export type CreateMeetingNotesResult = CreateMeetingNotesResponse;

/** Up to 1,000 leads; those without a fault are taken even if others are refused. */
export interface CreateLeadsBulkInput {
  leads: readonly CreateLeadInput[];
  /** Fields for leads that lack them. */
  defaults?: Partial<CreateLeadInput>;
}

export type CreateLeadsBulkResult = LeadsCreated;

export interface ActiveWorkflowRun {
  /** The run. */
  id: string;
  /** The AI agent. */
  workflow_id: string;
  /** Whether the run is open. */
  is_active: boolean;
  /** Whether a person took over; nothing is sent by itself then. */
  human_takeover: boolean;
  /** What the cadence is doing. */
  cadence_state: string;
  /** Whether the run is open, or how it ended. */
  run_status: string;
  workflow: ActiveWorkflowRunWorkflow;
  current_status: ActiveWorkflowRunCurrentStatus;
}

export interface ActiveWorkflowRunCurrentStatus {
  /** The status; keys are unique within an agent, so it is the key. */
  id: string;
  /** The status's key. */
  key: string;
  /** What people read. */
  label: string;
  /** open, active, won, lost or expired. */
  category: string;
}

export interface ActiveWorkflowRunWorkflow {
  /** The AI agent. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is for. */
  goal_type: string;
}

export interface AutomationResumed {
  /** Always true: failures have an error body. */
  success: true;
  /** The run. */
  workflow_run_id: string;
  /** Whether the cadence goes on. */
  cadence_resumed: boolean;
  /** Whether there was nothing to resume. */
  already_running: boolean;
}

export interface AutomationStopped {
  /** Always true: failures have an error body. */
  success: true;
  /** The run. */
  workflow_run_id: string;
  /** Always true: the cadence rests. */
  cadence_paused: boolean;
  /** Waiting messages that were cancelled. */
  tasks_cancelled: number;
  /** Messages that were being sent at this moment and may still leave. */
  in_flight: string[];
  /** Whether it was stopped before this request. */
  already_stopped: boolean;
}

export interface BulkResult {
  /** Which lead of the request, from 0. */
  index: number;
  /** Whether it was taken. */
  success: boolean;
  /** What became of it. */
  outcome?: 'created' | 'reused' | 'updated';
  /** The lead. */
  lead_id?: string;
  /** Its enrolment. */
  workflow_run_id?: string | null;
  /** What is worth knowing: `duplicate_lead`, `ambiguous_match`, `duplicate_in_cadence`, `already_enrolled`, ... */
  warnings?: string[];
  /** What is wrong with it. */
  error?: string;
  /** Machine-readable code of the error. */
  code?: string;
  /** JSON pointer into that lead. */
  field?: string;
}

export interface Campaign {
  /** The campaign. */
  id: string;
  /** What people call it. */
  name: string;
  /** `draft` until it is started. */
  status: 'draft' | 'running' | 'paused';
  /** Why a running campaign does not get on: `workflow_paused` while its workflow is switched off, paused or deleted. */
  hold_reason: 'workflow_paused' | null;
  /** The workflow its leads are meant for. */
  workflow_id: string | null;
  /** Where its leads come from. */
  source: string | null;
  /** When it starts. */
  starts_at: string | null;
  /** When it was first started. */
  started_at: string | null;
  /** Whether it is through with its leads: it was started, none waits to be enrolled or could not be, and no enrolment goes on. `status` stays, since leads may join at any time; then this is false again. */
  all_worked: boolean;
  /** Leads that belong to it. */
  leads_count: number;
  counters: CampaignCounters;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

/** Where its leads are, and what became of its enrolments. */
export interface CampaignCounters {
  /** Its leads that it has still to enrol. */
  waiting: number;
  /** Its leads that it does not enrol: they, or their address, came into the workflow another way. */
  passed_over: number;
  /** Its leads whose enrolment failed, which the attention list tells. */
  held: number;
  /** Enrolments it made. */
  enrolled: number;
  /** Of these, the ones that go on. */
  active: number;
  /** Those whose cadence came to its end. */
  completed: number;
  /** Those that ended before, for whatever reason. */
  stopped: number;
  /** Those whose lead has written since. */
  replied: number;
  /** Those whose lead has booked a meeting since, which stands. */
  booked: number;
  /** Those that led to a conversion. */
  converted: number;
  /** Those whose lead has opted out of a channel since. */
  opted_out: number;
}

/** What the person agreed to; channels that are absent stay as they are. */
export interface ConsentChange {
  /** Consent to WhatsApp. */
  whatsapp?: 'opted_in' | 'opted_out' | 'unknown' | null;
  /** Consent to e-mail. */
  email?: 'opted_in' | 'opted_out' | 'unknown' | null;
  /** Consent to calls. */
  call?: 'opted_in' | 'opted_out' | 'unknown' | null;
  /** Consent to SMS. */
  sms?: 'opted_in' | 'opted_out' | 'unknown' | null;
}

export interface CreateMeetingNotesRequestActionItem {
  /** What is to be done. */
  text: string;
  /** By whom. */
  owner?: string | null;
  /** Until when. */
  due_at?: string | null;
}

export interface CreateMeetingNotesResponse {
  /** Always true: failures have an error body. */
  success: true;
  note: CreateMeetingNotesResponseNote;
  /** False when an earlier note was changed. */
  created: boolean;
  /** How the meeting was found. */
  matched_by: 'calendar_event_id' | 'external_meeting_id' | 'meeting_url' | 'lead_email_and_date' | 'latest_meeting';
}

export interface CreateMeetingNotesResponseNote {
  /** The note. */
  id: string;
  /** The meeting it belongs to. */
  meeting_id: string | null;
  /** The lead. */
  lead_id: string;
  /** Which note taker it comes from. */
  provider: string;
}

export interface CreateMeetingRequestAdditionalAttendee {
  /** Their name. */
  name?: string | null;
  /** Their address. */
  email: string;
}

export interface CreateMeetingResponse {
  /** Always true: failures have an error body. */
  success: true;
  meeting: Meeting;
  /** False when a recorded meeting was changed. */
  created: boolean;
  /** What whoever recorded it should know. */
  warnings: ('overlaps_existing' | 'host_not_found')[];
}

export interface CreatedWorkflowRun {
  /** The run. */
  id: string;
  workflow: CreatedWorkflowRunWorkflow;
  /** What the cadence is doing; `pending` until its run has started. */
  cadence_state: string;
  cadence: CreatedWorkflowRunCadence;
}

export interface CreatedWorkflowRunCadence {
  /** Which step comes next, from 0. */
  step_index: number;
  /** Its channel. */
  channel: string | null;
  /** Which attempt it is. */
  attempt_number: number;
  /** How many it has. */
  max_attempts: number;
  /** How many steps the cadence has. */
  total_steps: number;
}

export interface CreatedWorkflowRunWorkflow {
  /** The AI agent. */
  id: string;
  /** Its name. */
  name: string;
}

export interface GetLeadHistoryResponse {
  /** Always true: failures have an error body. */
  success: true;
  lead: Lead;
  /** One page. */
  history: HistoryItem[];
  /** Activities from before this were put away, as the account’s retention says; not given: none were. */
  activities_put_away_before?: string | null;
  pagination: Pagination;
}

export interface GetLeadResponse {
  /** Always true: failures have an error body. */
  success: true;
  lead: Lead;
  /** The zone of its clock: its own, else that of its phone number, else the account’s. */
  local_timezone: string;
  /** Captured variables by key. */
  variables: Record<string, GetLeadResponseVariablesValue>;
  engagement: LeadEngagement;
}

export interface GetLeadResponseVariablesValue {
  /** The value. */
  value: unknown;
  /** The value as text. */
  value_text: string;
  /** How sure the agent was. */
  confidence: number;
  /** When it was captured. */
  updated_at: string;
}

/** A message, a call, a missed call or an activity. */
export type HistoryItem = HistoryItemMessage | HistoryItemCall | HistoryItemCallMissed | HistoryItemActivity;

export interface HistoryItemActivity {
  /** The item. */
  id: string;
  /** When it happened. */
  created_at: string;
  /** The enrolment it belongs to. */
  workflow_run_id: string | null;
  /** Something that happened to the lead. */
  type: 'activity';
  /** The kind of event. */
  activity_type: string;
  /** What happened, in a few words. */
  title: string;
  /** What happened, in a sentence; no names or addresses. */
  description: string;
  /** The text of a note that was written about the lead. */
  note: string | null;
  /** Who or what caused it. */
  actor_type: string;
}

export interface HistoryItemCall {
  /** The item. */
  id: string;
  /** When it happened. */
  created_at: string;
  /** The enrolment it belongs to. */
  workflow_run_id: string | null;
  /** A call. */
  type: 'call';
  /** Always call. */
  channel: 'call';
  /** From the lead or to it. */
  direction: 'inbound' | 'outbound';
  /** Where the call stands. */
  status: string;
  /** How long it took. */
  duration_seconds: number | null;
  /** registered, ringing, in_progress, ended, not_connected or failed. */
  call_status: string | null;
  /** Whether it reached its goal. */
  call_successful: boolean | null;
  /** What was said, in short. */
  summary: string | null;
  /** What was said; null until it is ready. */
  transcript: HistoryItemCallTranscriptItem[] | null;
  /** Where the recording is. */
  recording_url: string | null;
}

export interface HistoryItemCallMissed {
  /** The item. */
  id: string;
  /** When it happened. */
  created_at: string;
  /** The enrolment it belongs to. */
  workflow_run_id: string | null;
  /** A call that reached nobody. */
  type: 'call_missed';
  /** Always call. */
  channel: 'call';
  /** From the lead or to it. */
  direction: 'inbound' | 'outbound';
  /** Why, such as dial_no_answer. */
  disconnection_reason: string | null;
}

export interface HistoryItemCallTranscriptItem {
  /** agent or user. */
  role: string;
  /** What was said. */
  text: string;
  /** When. */
  at: string | null;
}

export interface HistoryItemMessage {
  /** The item. */
  id: string;
  /** When it happened. */
  created_at: string;
  /** The enrolment it belongs to. */
  workflow_run_id: string | null;
  /** A message. */
  type: 'message';
  /** whatsapp, email or chat. */
  channel: string;
  /** From the lead or to it. */
  direction: 'inbound' | 'outbound';
  /** Subject of an e-mail. */
  subject: string | null;
  /** The text. */
  content: string | null;
  /** Whether it is an e-mail with HTML, which GET /messages/{id} answers. */
  has_html: boolean;
  /** text or template. */
  message_type: string;
  /** Where the message stands. */
  status: string;
  /** The provider's id. */
  provider_message_id: string | null;
  /** When it was sent. */
  sent_at: string | null;
  /** When it was delivered. */
  delivered_at: string | null;
  /** When it was read. */
  read_at: string | null;
  /** Where its media are. */
  media_url: string | null;
  /** Its attachments. */
  attachments: unknown[];
  /** Its buttons. */
  buttons: HistoryItemMessageButton[];
  /** The reaction to it. */
  reaction: string | null;
  /** What it says as fields, where WhatsApp gives them: the answers of a `form`, `contacts`, a `location`, an `order`, the `product` it asks about, or the `referral` (ad or post) that led to it. */
  values?: Record<string, unknown>;
  /** When its sender edited it last; `content` is what it says since then. */
  edited_at?: string;
  /** When its sender deleted it for everyone. */
  deleted_at?: string;
  /** Whether a person sent it outside of this service, in the WhatsApp Business app. */
  sent_outside?: boolean;
}

export interface HistoryItemMessageButton {
  /** What it does. */
  type: string;
  /** What it says. */
  text: string;
  /** Where it leads. */
  url: string | null;
}

export interface Lead {
  /** The lead. */
  id: string;
  /** First name. */
  first_name: string;
  /** Last name. */
  last_name: string | null;
  /** E-mail address. */
  email: string | null;
  /** Phone number, E.164. */
  phone: string | null;
  /** Where it came from. */
  source: string;
  /** Company. */
  company: string | null;
  /** Job title. */
  title: string | null;
  /** IANA zone. */
  timezone: string | null;
  /** ISO 3166 alpha-2. */
  country: string | null;
  /** The user who owns it. */
  owner_id: string | null;
  /** Its id in your own system. */
  external_id: string | null;
  whatsapp_user?: LeadWhatsappUser;
  consent: LeadConsent;
  /** Whatever else is known. */
  metadata: Record<string, unknown>;
  /** Its tags, by name. */
  tags: TagRef[];
  campaign: LeadCampaign | null;
  active_workflow_run: ActiveWorkflowRun | null;
  /** Rises with each change; also the ETag. */
  version: number;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

export interface LeadCampaign {
  /** The campaign. */
  id: string;
  /** Its name. */
  name: string;
}

export interface LeadConsent {
  /** Consent to WhatsApp. */
  whatsapp: 'opted_in' | 'opted_out' | 'unknown';
  /** Consent to e-mail. */
  email: 'opted_in' | 'opted_out' | 'unknown';
  /** Consent to calls. */
  call: 'opted_in' | 'opted_out' | 'unknown';
  /** Consent to SMS. */
  sms: 'opted_in' | 'opted_out' | 'unknown';
}

export interface LeadCreated {
  /** Always true: failures have an error body. */
  success: true;
  lead: Lead;
  workflow_run: CreatedWorkflowRun | null;
  /** Whether a known lead was reused or updated. */
  deduplicated: boolean;
  /** What is worth knowing: `duplicate_lead`, `ambiguous_match`, `duplicate_in_cadence`, `already_enrolled`, ... */
  warnings: string[];
}

export interface LeadEngagement {
  /** When it last wrote or called. */
  last_inbound_at: string | null;
  /** When it was last sent something. */
  last_outbound_at: string | null;
  /** On which channel that was. */
  last_channel: string | null;
  /** Messages from it. */
  inbound_count: number;
  /** Messages to it. */
  outbound_count: number;
  /** Messages delivered. */
  delivered_count: number;
  /** Messages read. */
  read_count: number;
  /** E-mails opened. */
  opened_count: number;
  /** Links clicked. */
  clicked_count: number;
  /** Calls made. */
  calls_count: number;
  /** Calls answered. */
  calls_answered: number;
  /** Until when free-form WhatsApp messages may be sent. */
  whatsapp_window_expires_at: string | null;
}

/** Who the person is on WhatsApp; absent where WhatsApp has named no user ID. */
export interface LeadWhatsappUser {
  /** The business-scoped user ID that WhatsApp reaches the person by, such as `ES.13491208655302741918`. */
  user_id: string;
  /** The username, without `@`; null where none is known. */
  username: string | null;
}

export interface LeadsCreated {
  /** Always true: failures have an error body. */
  success: true;
  /** Leads made. */
  created: number;
  /** Leads that were known and left as they are. */
  reused: number;
  /** Leads that were known and changed. */
  updated: number;
  /** Leads refused. */
  failed: number;
  /** One for each lead, in order. */
  results: BulkResult[];
}

export interface ListCampaignsResponse {
  /** Always true: failures have an error body. */
  success: true;
  /** The campaigns. */
  campaigns: Campaign[];
  pagination: Pagination;
}

export interface ListMeetingsResponse {
  /** Always true: failures have an error body. */
  success: true;
  /** The meetings. */
  meetings: MeetingDetails[];
  included?: ListWorkflowRunsResponseIncluded;
  pagination: Pagination;
}

export interface ListTemplatesResponse {
  /** Always true: failures have an error body. */
  success: true;
  /** The templates. */
  templates: Template[];
  pagination: Pagination;
}

/** Given where `include` asks for it. */
export interface ListWorkflowRunsResponseIncluded {
  /** The leads of this page, each once; deleted ones are left out. */
  leads?: ListWorkflowRunsResponseIncludedLead[];
  /** The workflows of this page, each once. */
  workflows?: ListWorkflowRunsResponseIncludedWorkflow[];
}

export interface ListWorkflowRunsResponseIncludedLead {
  /** The lead. */
  id: string;
  /** First and last name. */
  name: string;
  /** Its company. */
  company: string | null;
}

export interface ListWorkflowRunsResponseIncludedWorkflow {
  /** The workflow. */
  id: string;
  /** What it is called. */
  name: string;
}

export interface ListWorkflowsResponse {
  /** Always true: failures have an error body. */
  success: true;
  /** The workflows. */
  workflows: WorkflowSummary[];
  pagination: Pagination;
}

export interface Meeting {
  /** The meeting. */
  id: string;
  /** The account it belongs to. */
  client_id: string;
  /** The lead who is met. */
  lead_id: string;
  /** The workflow on whose behalf it was booked. */
  workflow_id: string | null;
  /** The lead’s run of that workflow, if one was open. */
  workflow_run_id: string | null;
  /** The kind of meeting. */
  meeting_type_id: string | null;
  /** The host. */
  host_id: string | null;
  /** The availability block it lies in. */
  availability_block_id: string | null;
  /** What it is called. */
  title: string;
  /** What it is about. */
  description: string | null;
  /** IANA zone its local times are shown in. */
  timezone: string;
  /** Where it stands. */
  status: 'scheduled' | 'confirmed' | 'completed' | 'cancelled' | 'no_show';
  /** How the two meet. */
  location_type: 'video' | 'phone' | 'in_person';
  /** Where, or which number. */
  location_details: string | null;
  /** Link to join. */
  meeting_url: string | null;
  /** What kind of party it comes from. */
  source: 'ai_agent' | 'api' | 'manual' | 'widget' | 'external' | 'background_job' | 'import';
  /** Who made it: `key:<id>`, `user:<id>`, `agent:<workflow_id>`, `lead` or `system`. */
  created_by: string;
  /** Through which door it came. */
  creation_source: 'api_book' | 'api_record' | 'dashboard' | 'agent_tool' | 'widget' | 'mcp' | 'calendar_import';
  /** When it begins. */
  starts_at: string;
  /** When it ends. */
  ends_at: string;
  /** When it was to begin at first; null if it was never moved. */
  original_starts_at: string | null;
  /** When it was moved last. */
  rescheduled_at: string | null;
  /** When it was cancelled. */
  cancelled_at: string | null;
  /** When the host’s calendar had it last. */
  synced_at: string | null;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** How long it takes. */
  duration_minutes: number;
  /** The lead’s name at the time. */
  attendee_name: string | null;
  /** The lead’s e-mail address at the time. */
  attendee_email: string | null;
  /** The lead’s phone number at the time. */
  attendee_phone: string | null;
  /** The host’s address. */
  organizer_email: string | null;
  /** How the host’s calendar is connected. */
  organizer_connection_type: 'oauth' | 'service_account' | 'caldav_password' | 'none';
  /** `internal` without a connected calendar, else `google`, `caldav`, ... */
  external_calendar_provider: string;
  /** Its id in that calendar. */
  external_event_id: string | null;
  /** Which calendar. */
  external_calendar_id: string | null;
  /** How it stands to the host’s calendar. */
  sync_status: 'not_connected' | 'pending' | 'synced' | 'failed' | 'deleted_remotely' | 'out_of_date';
  /** Why it was moved last. */
  reschedule_reason: string | null;
  /** Why it was cancelled. */
  cancellation_reason: string | null;
  /** Whether the lead confirmed the present time. */
  confirmed_by_lead: boolean;
}

export interface MeetingDetails {
  /** The meeting. */
  id: string;
  /** The account it belongs to. */
  client_id: string;
  /** The lead who is met. */
  lead_id: string;
  /** The workflow on whose behalf it was booked. */
  workflow_id: string | null;
  /** The lead’s run of that workflow, if one was open. */
  workflow_run_id: string | null;
  /** The kind of meeting. */
  meeting_type_id: string | null;
  /** The host. */
  host_id: string | null;
  /** The availability block it lies in. */
  availability_block_id: string | null;
  /** What it is called. */
  title: string;
  /** What it is about. */
  description: string | null;
  /** IANA zone its local times are shown in. */
  timezone: string;
  /** Where it stands. */
  status: 'scheduled' | 'confirmed' | 'completed' | 'cancelled' | 'no_show';
  /** How the two meet. */
  location_type: 'video' | 'phone' | 'in_person';
  /** Where, or which number. */
  location_details: string | null;
  /** Link to join. */
  meeting_url: string | null;
  /** What kind of party it comes from. */
  source: 'ai_agent' | 'api' | 'manual' | 'widget' | 'external' | 'background_job' | 'import';
  /** Who made it: `key:<id>`, `user:<id>`, `agent:<workflow_id>`, `lead` or `system`. */
  created_by: string;
  /** Through which door it came. */
  creation_source: 'api_book' | 'api_record' | 'dashboard' | 'agent_tool' | 'widget' | 'mcp' | 'calendar_import';
  /** When it begins. */
  starts_at: string;
  /** When it ends. */
  ends_at: string;
  /** When it was to begin at first; null if it was never moved. */
  original_starts_at: string | null;
  /** When it was moved last. */
  rescheduled_at: string | null;
  /** When it was cancelled. */
  cancelled_at: string | null;
  /** When the host’s calendar had it last. */
  synced_at: string | null;
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
  /** How long it takes. */
  duration_minutes: number;
  /** The lead’s name at the time. */
  attendee_name: string | null;
  /** The lead’s e-mail address at the time. */
  attendee_email: string | null;
  /** The lead’s phone number at the time. */
  attendee_phone: string | null;
  /** The host’s address. */
  organizer_email: string | null;
  /** How the host’s calendar is connected. */
  organizer_connection_type: 'oauth' | 'service_account' | 'caldav_password' | 'none';
  /** `internal` without a connected calendar, else `google`, `caldav`, ... */
  external_calendar_provider: string;
  /** Its id in that calendar. */
  external_event_id: string | null;
  /** Which calendar. */
  external_calendar_id: string | null;
  /** How it stands to the host’s calendar. */
  sync_status: 'not_connected' | 'pending' | 'synced' | 'failed' | 'deleted_remotely' | 'out_of_date';
  /** Why it was moved last. */
  reschedule_reason: string | null;
  /** Why it was cancelled. */
  cancellation_reason: string | null;
  /** Whether the lead confirmed the present time. */
  confirmed_by_lead: boolean;
  /** The host’s name. */
  host_name: string | null;
  /** The meeting type’s name. */
  meeting_type: string | null;
  /** Why nobody came. */
  no_show_reason: string | null;
  /** What came of it. */
  outcome_notes: string | null;
  /** What was answered to the meeting type’s questions, by their keys; null without any. */
  answers: Record<string, string | number | boolean> | null;
  /** Who was to hold it before its present host, oldest first. */
  former_hosts: MeetingDetailsFormerHost[];
  /** What does all that follows the booking, to be looked for in the Temporal UI; null where nothing does. */
  booking_workflow_id: string | null;
}

export interface MeetingDetailsFormerHost {
  /** The host. */
  host_id: string;
  /** Its name at the time. */
  host_name: string;
  /** When the next host took over. */
  until: string;
}

/** A tag as an answer shows it. */
export interface NamedTag {
  /** The name. */
  name: string;
}

export interface Pagination {
  /** How many items a page holds at most. */
  limit: number;
  /** Send it as `cursor` for the next page; null on the last one. */
  next_cursor: string | null;
  /** Whether there is a next page. */
  has_more: boolean;
  /** How many items there are in all, where the list counts them. */
  total?: number;
}

export interface PauseState {
  /** Always true: failures have an error body. */
  success: true;
  /** True when an open run is under human takeover. */
  paused: boolean;
  /** Why. */
  reason: string | null;
  /** Since when. */
  since: string | null;
  /** When it goes on by itself. */
  until: string | null;
  /** Who paused it: `key:<id>`, `user:<id>` or `rule`. */
  by: string | null;
}

export interface SendMessageResponse {
  /** Always true: failures have an error body. */
  success: true;
  /** How it is sent. */
  channel: string;
  /** What it is made of. */
  type: 'text' | 'template' | 'media' | 'interactive';
  /** The message: GET /messages/{id} tells what becomes of it. */
  message_id: string;
  /** The provider's id; null until it left. */
  provider_message_id: string | null;
  /** The event that tells of it. */
  activity_id: string | null;
  /** The call, on the channel call. */
  call_id: string | null;
  /** How far a call is. */
  call_status: 'registered' | null;
  /** How far it is. */
  status: 'queued' | 'held' | 'sent';
  /** What holds it. */
  held_by: string | null;
  /** When it can leave at the earliest; null while only somebody’s act ends a hold. */
  estimated_send_at: string | null;
}

export interface SyncLeadTagsResponse {
  /** Always true: failures have an error body. */
  success: true;
  /** The lead. */
  lead_id: string;
  /** All of the lead's tags, by name. */
  tags: TagRef[];
  /** Tags it did not have before. */
  added: TagRef[];
  /** Tags it no longer has. */
  removed: TagRef[];
}

export interface TagRef {
  /** The tag. */
  id: string;
  /** As people wrote it first. */
  name: string;
  /** Under which spellings of one name are the same tag. */
  slug: string;
}

export interface Template {
  /** The template. */
  id: string;
  /** Unique per channel and language. */
  name: string;
  /** Which channel it is for. */
  channel: 'whatsapp' | 'email';
  /** Language code such as `en` or `pt_BR`. */
  language: string;
  /** What kind of message it is. */
  category: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION' | null;
  /** Whether it may be sent; e-mail templates are approved at once. */
  status: 'APPROVED' | 'PENDING' | 'REJECTED';
  /** Why the provider rejected it, where it said so. */
  rejected_reason: string | null;
  /** The parts of a WhatsApp template; empty for e-mail. */
  components: Record<string, unknown>[];
  /** Subject line, with Liquid variables. */
  subject: string | null;
  /** HTML part, with Liquid variables; values are escaped. */
  html: string | null;
  /** Plain part, with Liquid variables; made from the HTML if not given. */
  text: string | null;
  /** Every variable the template reads. */
  variables: TemplateVariable[];
  /** When it was made. */
  created_at: string;
  /** When it was last changed. */
  updated_at: string;
}

export interface TemplateVariable {
  /** The variable, such as `lead.first_name`. */
  name: string;
  /** Its place among the variables of its component, from 1. */
  position: number;
  /** Where it stands: `subject`, `html`, `text`; `header`, `body`, `button_0`, ... of WhatsApp. */
  component: string;
}

export interface UpdateLeadResponse {
  /** Always true: failures have an error body. */
  success: true;
  lead: Lead;
  /** Given only where it holds something: messages that were being sent at this moment and, after two seconds of waiting, may still leave. All others won’t. */
  in_flight?: string[];
}

/** What fills one part of a template. */
export type WhatsAppComponent = WhatsAppComponentHeader | WhatsAppComponentBody | WhatsAppComponentButton;

export interface WhatsAppComponentBody {
  /** What its text needs. */
  type: 'body';
  /** The values, in their order. */
  parameters: WhatsAppComponentBodyParameter[];
}

/** A value. */
export type WhatsAppComponentBodyParameter = WhatsAppComponentHeaderParameterText | WhatsAppComponentHeaderParameterCurrency | WhatsAppComponentHeaderParameterDateTime;

export interface WhatsAppComponentButton {
  /** What one of its buttons needs. */
  type: 'button';
  /** The kind of the button. */
  sub_type: 'quick_reply' | 'url' | 'copy_code' | 'catalog' | 'flow';
  /** Which button, from 0. */
  index: string;
  /** The values, in their order. */
  parameters: WhatsAppComponentButtonParameter[];
}

/** A value. */
export type WhatsAppComponentButtonParameter = WhatsAppComponentHeaderParameterText | WhatsAppComponentButtonParameterPayload | WhatsAppComponentButtonParameterCouponCode | WhatsAppComponentButtonParameterAction;

export interface WhatsAppComponentButtonParameterAction {
  /** For a button that opens a catalogue or a flow. */
  type: 'action';
  /** What it opens, as WhatsApp describes it. */
  action: Record<string, unknown>;
}

export interface WhatsAppComponentButtonParameterCouponCode {
  /** For a button that copies a code. */
  type: 'coupon_code';
  /** The code. */
  coupon_code: string;
}

export interface WhatsAppComponentButtonParameterPayload {
  /** For a quick reply. */
  type: 'payload';
  /** Comes back with the answer. */
  payload: string;
}

export interface WhatsAppComponentHeader {
  /** What the head of the template needs. */
  type: 'header';
  /** The values, in their order. */
  parameters: WhatsAppComponentHeaderParameter[];
}

/** A value. */
export type WhatsAppComponentHeaderParameter = WhatsAppComponentHeaderParameterText | WhatsAppComponentHeaderParameterCurrency | WhatsAppComponentHeaderParameterDateTime | WhatsAppInteractiveButtonHeaderImage | WhatsAppInteractiveButtonHeaderVideo | WhatsAppInteractiveButtonHeaderDocument;

export interface WhatsAppComponentHeaderParameterCurrency {
  /** An amount of money. */
  type: 'currency';
  /** The place of the template, where it has a name instead of a number. */
  parameter_name?: string;
  currency: WhatsAppComponentHeaderParameterCurrencyCurrency;
}

/** An amount of money. */
export interface WhatsAppComponentHeaderParameterCurrencyCurrency {
  /** How it reads where it can’t be put into the lead’s own form. */
  fallback_value: string;
  /** The currency, as EUR. */
  code: string;
  /** The amount times 1000. */
  amount_1000: number;
}

export interface WhatsAppComponentHeaderParameterDateTime {
  /** A date or a time. */
  type: 'date_time';
  /** The place of the template, where it has a name instead of a number. */
  parameter_name?: string;
  date_time: WhatsAppComponentHeaderParameterDateTimeDateTime;
}

/** A date or a time, in words. */
export interface WhatsAppComponentHeaderParameterDateTimeDateTime {
  /** How it reads. */
  fallback_value: string;
}

export interface WhatsAppComponentHeaderParameterText {
  /** Words. */
  type: 'text';
  /** The place of the template, where it has a name instead of a number. */
  parameter_name?: string;
  /** The words. */
  text: string;
}

/** A WhatsApp message with buttons, a list or a form, in the shape WhatsApp uses. */
export type WhatsAppInteractive = WhatsAppInteractiveButton | WhatsAppInteractiveList | WhatsAppInteractiveCtaUrl | WhatsAppInteractiveLocationRequestMessage | WhatsAppInteractiveFlow | WhatsAppInteractiveProduct | WhatsAppInteractiveProductList | WhatsAppInteractiveCatalogMessage;

export interface WhatsAppInteractiveButton {
  /** Up to three buttons to answer with. */
  type: 'button';
  /** What stands above the text. */
  header?: WhatsAppInteractiveButtonHeader | null;
  body: WhatsAppInteractiveButtonBody;
  /** What stands below in small. */
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveButtonAction;
}

/** The buttons. */
export interface WhatsAppInteractiveButtonAction {
  /** The buttons. */
  buttons: WhatsAppInteractiveButtonActionButton[];
}

export interface WhatsAppInteractiveButtonActionButton {
  /** A button to answer with. */
  type: 'reply';
  reply: WhatsAppInteractiveButtonActionButtonReply;
}

/** The answer. */
export interface WhatsAppInteractiveButtonActionButtonReply {
  /** Comes back with the answer. */
  id: string;
  /** What it says. */
  title: string;
}

/** The text. */
export interface WhatsAppInteractiveButtonBody {
  /** The words. */
  text: string;
}

/** What stands below in small. */
export interface WhatsAppInteractiveButtonFooter {
  /** The words. */
  text: string;
}

/** What stands above the text. */
export type WhatsAppInteractiveButtonHeader = WhatsAppInteractiveButtonHeaderText | WhatsAppInteractiveButtonHeaderImage | WhatsAppInteractiveButtonHeaderVideo | WhatsAppInteractiveButtonHeaderDocument;

export interface WhatsAppInteractiveButtonHeaderDocument {
  /** A file. */
  type: 'document';
  document: WhatsAppInteractiveButtonHeaderDocumentDocument;
}

/** The file, by `link` or by `id`. */
export interface WhatsAppInteractiveButtonHeaderDocumentDocument {
  /** Where WhatsApp fetches the file; public, https or http. */
  link?: string | null;
  /** The id of a file uploaded at WhatsApp. */
  id?: string | null;
  /** What a document is called. */
  filename?: string | null;
}

export interface WhatsAppInteractiveButtonHeaderImage {
  /** A picture. */
  type: 'image';
  image: WhatsAppInteractiveButtonHeaderImageImage;
}

/** The picture, by `link` or by `id`. */
export interface WhatsAppInteractiveButtonHeaderImageImage {
  /** Where WhatsApp fetches the file; public, https or http. */
  link?: string | null;
  /** The id of a file uploaded at WhatsApp. */
  id?: string | null;
}

export interface WhatsAppInteractiveButtonHeaderText {
  /** Words. */
  type: 'text';
  /** The words. */
  text: string;
}

export interface WhatsAppInteractiveButtonHeaderVideo {
  /** A film. */
  type: 'video';
  video: WhatsAppInteractiveButtonHeaderVideoVideo;
}

/** The film, by `link` or by `id`. */
export interface WhatsAppInteractiveButtonHeaderVideoVideo {
  /** Where WhatsApp fetches the file; public, https or http. */
  link?: string | null;
  /** The id of a file uploaded at WhatsApp. */
  id?: string | null;
}

export interface WhatsAppInteractiveCatalogMessage {
  /** A button that opens your catalogue. */
  type: 'catalog_message';
  body: WhatsAppInteractiveCatalogMessageBody;
  /** What stands below in small. */
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveCatalogMessageAction;
}

/** The button. */
export interface WhatsAppInteractiveCatalogMessageAction {
  /** Always catalog_message. */
  name: 'catalog_message';
  /** Whose picture is shown. */
  parameters?: WhatsAppInteractiveCatalogMessageActionParameters | null;
}

/** Whose picture is shown. */
export interface WhatsAppInteractiveCatalogMessageActionParameters {
  /** The product, by its id in the catalogue. */
  thumbnail_product_retailer_id: string;
}

/** The text. */
export interface WhatsAppInteractiveCatalogMessageBody {
  /** The words. */
  text: string;
}

export interface WhatsAppInteractiveCtaUrl {
  /** A button that opens an address. */
  type: 'cta_url';
  /** What stands above the text. */
  header?: WhatsAppInteractiveButtonHeader | null;
  body: WhatsAppInteractiveCtaUrlBody;
  /** What stands below in small. */
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveCtaUrlAction;
}

/** The button. */
export interface WhatsAppInteractiveCtaUrlAction {
  /** Always cta_url. */
  name: 'cta_url';
  parameters: WhatsAppInteractiveCtaUrlActionParameters;
}

/** The button. */
export interface WhatsAppInteractiveCtaUrlActionParameters {
  /** What the button says. */
  display_text: string;
  /** Where WhatsApp fetches the file; public, https or http. */
  url: string;
}

/** The text. */
export interface WhatsAppInteractiveCtaUrlBody {
  /** The words. */
  text: string;
}

export interface WhatsAppInteractiveFlow {
  /** A button that opens a flow of yours at WhatsApp. */
  type: 'flow';
  /** What stands above the text. */
  header?: WhatsAppInteractiveButtonHeader | null;
  body: WhatsAppInteractiveFlowBody;
  /** What stands below in small. */
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveFlowAction;
}

/** The button. */
export interface WhatsAppInteractiveFlowAction {
  /** Always flow. */
  name: 'flow';
  parameters: WhatsAppInteractiveFlowActionParameters;
}

/** Which flow, by flow_id or by flow_name, and where it starts. */
export interface WhatsAppInteractiveFlowActionParameters {
  /** Always 3. */
  flow_message_version: '3';
  /** The flow, by its id. */
  flow_id?: string | null;
  /** The flow, by its name. */
  flow_name?: string | null;
  /** What the button says; no emoji. */
  flow_cta: string;
  /** Comes back with the answer. */
  flow_token?: string | null;
  /** published if not given. */
  mode?: 'draft' | 'published' | null;
  /** navigate if not given. */
  flow_action?: 'navigate' | 'data_exchange' | null;
  /** The first screen; with flow_action navigate only. */
  flow_action_payload?: WhatsAppInteractiveFlowActionParametersFlowActionPayload | null;
}

/** The first screen; with flow_action navigate only. */
export interface WhatsAppInteractiveFlowActionParametersFlowActionPayload {
  /** The id of the screen. */
  screen: string;
  /** What the screen starts with. */
  data?: Record<string, unknown> | null;
}

/** The text. */
export interface WhatsAppInteractiveFlowBody {
  /** The words. */
  text: string;
}

export interface WhatsAppInteractiveList {
  /** A list to choose from. */
  type: 'list';
  header?: WhatsAppInteractiveButtonHeaderText | null;
  body: WhatsAppInteractiveListBody;
  /** What stands below in small. */
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveListAction;
}

/** The list. */
export interface WhatsAppInteractiveListAction {
  /** The button that opens the list. */
  button: string;
  /** The sections, of ten rows together at most. */
  sections: WhatsAppInteractiveListActionSection[];
}

export interface WhatsAppInteractiveListActionSection {
  /** Above its rows; needed where there are several sections. */
  title?: string | null;
  /** The rows. */
  rows: WhatsAppInteractiveListActionSectionRow[];
}

export interface WhatsAppInteractiveListActionSectionRow {
  /** Comes back with the answer. */
  id: string;
  /** What it says. */
  title: string;
  /** More words. */
  description?: string | null;
}

/** The text. */
export interface WhatsAppInteractiveListBody {
  /** The words. */
  text: string;
}

export interface WhatsAppInteractiveLocationRequestMessage {
  /** Asks where the lead is. */
  type: 'location_request_message';
  body: WhatsAppInteractiveLocationRequestMessageBody;
  action: WhatsAppInteractiveLocationRequestMessageAction;
}

/** The button. */
export interface WhatsAppInteractiveLocationRequestMessageAction {
  /** Always send_location. */
  name: 'send_location';
}

/** The text. */
export interface WhatsAppInteractiveLocationRequestMessageBody {
  /** The words. */
  text: string;
}

export interface WhatsAppInteractiveProduct {
  /** One product of a catalogue. */
  type: 'product';
  /** The text. */
  body?: WhatsAppInteractiveProductBody | null;
  /** What stands below in small. */
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveProductAction;
}

/** Which product. */
export interface WhatsAppInteractiveProductAction {
  /** The catalogue at Meta. */
  catalog_id: string;
  /** The product, by its id in the catalogue. */
  product_retailer_id: string;
}

/** The text. */
export interface WhatsAppInteractiveProductBody {
  /** The words. */
  text: string;
}

export interface WhatsAppInteractiveProductList {
  /** Products of a catalogue. */
  type: 'product_list';
  header: WhatsAppInteractiveButtonHeaderText;
  body: WhatsAppInteractiveProductListBody;
  /** What stands below in small. */
  footer?: WhatsAppInteractiveButtonFooter | null;
  action: WhatsAppInteractiveProductListAction;
}

/** Which products. */
export interface WhatsAppInteractiveProductListAction {
  /** The catalogue at Meta. */
  catalog_id: string;
  /** The sections, of 30 products together at most. */
  sections: WhatsAppInteractiveProductListActionSection[];
}

export interface WhatsAppInteractiveProductListActionSection {
  /** Above its products; needed where there are several sections. */
  title?: string | null;
  /** The products. */
  product_items: WhatsAppInteractiveProductListActionSectionProductItem[];
}

export interface WhatsAppInteractiveProductListActionSectionProductItem {
  /** The product, by its id in the catalogue. */
  product_retailer_id: string;
}

/** The text. */
export interface WhatsAppInteractiveProductListBody {
  /** The words. */
  text: string;
}

/** A file on WhatsApp, by `link` or by `id`. */
export interface WhatsAppMedia {
  /** What it is. */
  type: 'image' | 'video' | 'audio' | 'document' | 'sticker';
  /** Where WhatsApp fetches the file; public, https or http. */
  link?: string | null;
  /** The id of a file uploaded at WhatsApp. */
  id?: string | null;
  /** The words with an image, a video or a document. */
  caption?: string | null;
  /** What a document is called. */
  filename?: string | null;
}

export interface WorkflowSummary {
  /** The agent. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is for. */
  goal_type: 'appointment' | 'sale' | 'qualification' | 'support' | 'custom';
  /** Whether it takes leads and works them. */
  is_active: boolean;
  /** Whether all its runs are held. */
  paused: boolean;
  /** The last published version; 0 before the first. */
  version: number;
  /** The funnel. */
  statuses: WorkflowSummaryStatus[];
  /** What it finds out. */
  fields: WorkflowSummaryField[];
  /** How many steps its cadence has. */
  total_steps: number;
  channels: WorkflowSummaryChannels;
}

/** Which senders it uses. */
export interface WorkflowSummaryChannels {
  /** The e-mail sender; the account’s own choice if null. */
  email_sender_id: string | null;
  /** The WhatsApp number. */
  whatsapp_number_id: string | null;
  /** The voice agent. */
  voice_agent_id: string | null;
}

/** Something the agent finds out. */
export interface WorkflowSummaryField {
  /** Names the field. */
  key: string;
  /** What people read. */
  label: string;
  /** What kind of value it holds. */
  type: 'text' | 'number' | 'boolean' | 'date' | 'enum' | 'email' | 'phone';
  /** Whether the agent has to ask for it. */
  required: boolean;
  /** The choices of an enum. */
  options: string[];
  /** How the agent asks. */
  ask_prompt: string | null;
  /** How the agent recognises the answer. */
  extract_hint: string | null;
  /** How the agent asks in other languages than its own, by their two letters. */
  ask_prompts?: Record<string, unknown> | null;
}

/** A place in the agent’s funnel. */
export interface WorkflowSummaryStatus {
  /** Names the status. */
  key: string;
  /** What people read. */
  label: string;
  /** What kind of status it is. */
  category: 'open' | 'active' | 'won' | 'lost' | 'expired';
  /** Whether it ends the run. */
  is_terminal: boolean;
  /** Whether a lead starts in it. */
  is_initial: boolean;
  /** Its place in the order. */
  position: number;
  /** A colour for boards. */
  color: string | null;
  /** The agent that takes the lead over when it gets here. */
  transfer_to_workflow_id: string | null;
}
