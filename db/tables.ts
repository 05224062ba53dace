import type {
  AccountRow,
  AccountSecretRow,
  ApiKeyRow,
  ApiRequestRow,
  AuditEntryRow,
  AuthenticatorAppRow,
  IdempotencyKeyRow,
  PasskeyChallengeRow,
  PasskeyRow,
  RateCounterRow,
  RecoveryCodeRow,
  RetentionPassRow,
  SessionRow,
  SignInGuessRow,
  SignOnRow,
  SystemFactRow,
  UserIdentityRow,
  UserRow,
  UserTokenRow,
  ViewRow,
} from './accounts/tables.js';
import type { AgentRunRow } from './agent-runs/tables.js';
import type { AgentRow, AgentVersionRow } from './agents/tables.js';
import type { CampaignJoinRow, CampaignRow, ConversionRow, ConversionTypeRow } from './campaigns/tables.js';
import type {
  CallRow,
  EmailSenderRow,
  LeadSenderRow,
  LinePlaceRow,
  MailboxRow,
  SandboxDeliveryRow,
  SenderBreakerRow,
  SenderHealthRow,
  SenderUsageRow,
  SentMailRow,
  TemplateRow,
  VoiceAgentRow,
  WhatsAppNumberRow,
  WhatsAppWindowRow,
} from './channels/tables.js';
import type { ConnectionLinkRow, ConnectionRow } from './connections/tables.js';
import type {
  AgentTurnRow,
  CannedReplyRow,
  ConversationMessageRow,
  ConversationRow,
  InboxNewsRow,
  InboxPresenceRow,
  InboxStateRow,
  OfferedSlotRow,
  PlannedMessageRow,
} from './conversations/tables.js';
import type { EventRow } from './events/tables.js';
import type {
  FunctionFireRow,
  FunctionRow,
  FunctionRunLeadRow,
  FunctionRunRow,
  FunctionSecretRow,
  FunctionValueRow,
  FunctionVersionRow,
} from './functions/tables.js';
import type { ImportRow, ImportRowRow } from './imports/tables.js';
import type { HookRow, HookTokenRow, InboundEventRow, ProviderNoticeRow, PushChannelRow } from './inbound/tables.js';
import type { OutboxRow } from './instructions/tables.js';
import type {
  JobCycleLeadRow,
  JobCycleRow,
  JobDeliveryRow,
  JobEffectRow,
  JobEventCursorRow,
  JobEventRow,
  JobRow,
  NotificationLineRow,
  NotificationRow,
  TaskRow,
} from './jobs/tables.js';
import type {
  KnowledgeChunkRow,
  KnowledgeCollectionRow,
  KnowledgeContentRow,
  KnowledgeDocumentRow,
  KnowledgeTermRow,
} from './knowledge/tables.js';
import type {
  ChangedLeadRow,
  ConsentLogRow,
  ErasureRow,
  LeadChangeRow,
  LeadEngagementRow,
  LeadIdentityRow,
  LeadMetadataValueRow,
  LeadNoteRow,
  LeadRow,
  LeadTagRow,
  LeadVariableRow,
  SuppressionRow,
  TagRow,
  WhatsAppUserRow,
} from './leads/tables.js';
import type {
  AvailabilityBlockRow,
  BookingKeyRow,
  BusyTimeRow,
  CalendarConnectionRow,
  CalendarEntryRow,
  CalendarFeedRow,
  HostRow,
  MeetingNoteRow,
  MeetingNoticeRow,
  MeetingRow,
  MeetingSlotRow,
  MeetingTypeHostRow,
  MeetingTypeRow,
  SlotHoldRow,
} from './meetings/tables.js';
import type {
  MessageClickRow,
  MessageHitRow,
  MessageRow,
  NoticeRow,
  NoticeSettingsRow,
  NoticeWebhookRow,
  OutgoingMessageRow,
  UserMailRow,
  WeeklySummaryRow,
} from './messages/tables.js';
import type { AgentStepRow, AiUsageRow, ModelRow } from './models/tables.js';
import type {
  AttentionDismissalRow,
  HeldWorkRow,
  ProcessRow,
  ReportCountRow,
  ReportCursorRow,
  ReportGoalRow,
  ReportLinkRow,
  ReportTouchRow,
  WorkAttemptRow,
} from './operations/tables.js';
import type { WebhookDeliveryRow, WebhookRow } from './webhooks/tables.js';
import type {
  TurnCounterRow,
  UsedProofRow,
  WidgetRow,
  WidgetSubmissionRow,
  WidgetTelemetryRow,
} from './widget/tables.js';

export type * from './accounts/tables.js';
export type * from './agent-runs/tables.js';
export type * from './agents/tables.js';
export type * from './campaigns/tables.js';
export type * from './channels/tables.js';
export type * from './connections/tables.js';
export type * from './conversations/tables.js';
export type * from './events/tables.js';
export type * from './functions/tables.js';
export type * from './imports/tables.js';
export type * from './inbound/tables.js';
export type * from './instructions/tables.js';
export type * from './jobs/tables.js';
export type * from './knowledge/tables.js';
export type * from './leads/tables.js';
export type * from './meetings/tables.js';
export type * from './messages/tables.js';
export type * from './models/tables.js';
export type * from './operations/tables.js';
export type * from './webhooks/tables.js';
export type * from './widget/tables.js';

/** Each table with its row as MySQL gives it: JSON documents are text, times are Dates in UTC. */
interface Rows {
  account_secrets: AccountSecretRow;
  accounts: AccountRow;
  agent_runs: AgentRunRow;
  agent_steps: AgentStepRow;
  agent_turns: AgentTurnRow;
  agent_versions: AgentVersionRow;
  agents: AgentRow;
  ai_usage: AiUsageRow;
  api_keys: ApiKeyRow;
  api_requests: ApiRequestRow;
  attention_dismissals: AttentionDismissalRow;
  report_links: ReportLinkRow;
  audit_entries: AuditEntryRow;
  availability_blocks: AvailabilityBlockRow;
  authenticator_apps: AuthenticatorAppRow;
  background_jobs: JobRow;
  booking_keys: BookingKeyRow;
  busy_times: BusyTimeRow;
  calendar_connections: CalendarConnectionRow;
  calendar_entries: CalendarEntryRow;
  calendar_feeds: CalendarFeedRow;
  calls: CallRow;
  campaign_joins: CampaignJoinRow;
  campaigns: CampaignRow;
  cloud_functions: FunctionRow;
  consent_log: ConsentLogRow;
  connection_links: ConnectionLinkRow;
  connections: ConnectionRow;
  conversation_messages: ConversationMessageRow;
  conversations: ConversationRow;
  conversion_types: ConversionTypeRow;
  conversions: ConversionRow;
  email_senders: EmailSenderRow;
  sender_health: SenderHealthRow;
  erasures: ErasureRow;
  events: EventRow;
  function_fires: FunctionFireRow;
  function_run_leads: FunctionRunLeadRow;
  function_runs: FunctionRunRow;
  function_secrets: FunctionSecretRow;
  function_values: FunctionValueRow;
  function_versions: FunctionVersionRow;
  held_work: HeldWorkRow;
  work_attempts: WorkAttemptRow;
  hooks: HookRow;
  hook_tokens: HookTokenRow;
  hosts: HostRow;
  idempotency_keys: IdempotencyKeyRow;
  import_rows: ImportRowRow;
  imports: ImportRow;
  inbound_events: InboundEventRow;
  canned_replies: CannedReplyRow;
  views: ViewRow;
  inbox_news: InboxNewsRow;
  inbox_presences: InboxPresenceRow;
  inbox_states: InboxStateRow;
  job_cycle_leads: JobCycleLeadRow;
  job_cycles: JobCycleRow;
  job_deliveries: JobDeliveryRow;
  job_effects: JobEffectRow;
  job_event_cursors: JobEventCursorRow;
  job_events: JobEventRow;
  knowledge_chunks: KnowledgeChunkRow;
  knowledge_collections: KnowledgeCollectionRow;
  knowledge_contents: KnowledgeContentRow;
  knowledge_documents: KnowledgeDocumentRow;
  knowledge_terms: KnowledgeTermRow;
  lead_engagement: LeadEngagementRow;
  lead_identities: LeadIdentityRow;
  lead_metadata_values: LeadMetadataValueRow;
  changed_leads: ChangedLeadRow;
  lead_changes: LeadChangeRow;
  lead_notes: LeadNoteRow;
  lead_tags: LeadTagRow;
  lead_variables: LeadVariableRow;
  leads: LeadRow;
  line_places: LinePlaceRow;
  mailboxes: MailboxRow;
  lead_senders: LeadSenderRow;
  sent_mails: SentMailRow;
  meeting_notes: MeetingNoteRow;
  meeting_notices: MeetingNoticeRow;
  meeting_slots: MeetingSlotRow;
  meeting_type_hosts: MeetingTypeHostRow;
  meeting_types: MeetingTypeRow;
  meetings: MeetingRow;
  message_clicks: MessageClickRow;
  message_hits: MessageHitRow;
  messages: MessageRow;
  models: ModelRow;
  notice_settings: NoticeSettingsRow;
  notice_webhooks: NoticeWebhookRow;
  notices: NoticeRow;
  notification_lines: NotificationLineRow;
  notifications: NotificationRow;
  offered_slots: OfferedSlotRow;
  planned_messages: PlannedMessageRow;
  outbox: OutboxRow;
  outgoing_messages: OutgoingMessageRow;
  passkey_challenges: PasskeyChallengeRow;
  passkeys: PasskeyRow;
  provider_notices: ProviderNoticeRow;
  push_channels: PushChannelRow;
  processes: ProcessRow;
  rate_counters: RateCounterRow;
  recovery_codes: RecoveryCodeRow;
  report_counts: ReportCountRow;
  report_counts_rebuilt: ReportCountRow;
  report_cursors: ReportCursorRow;
  report_goals: ReportGoalRow;
  report_touches: ReportTouchRow;
  retention_passes: RetentionPassRow;
  sandbox_deliveries: SandboxDeliveryRow;
  sender_breakers: SenderBreakerRow;
  sender_usage: SenderUsageRow;
  sessions: SessionRow;
  sign_in_guesses: SignInGuessRow;
  sign_ons: SignOnRow;
  slot_holds: SlotHoldRow;
  suppressions: SuppressionRow;
  system_facts: SystemFactRow;
  tags: TagRow;
  tasks: TaskRow;
  templates: TemplateRow;
  turn_counters: TurnCounterRow;
  used_proofs: UsedProofRow;
  user_identities: UserIdentityRow;
  user_mails: UserMailRow;
  user_tokens: UserTokenRow;
  users: UserRow;
  voice_agents: VoiceAgentRow;
  weekly_summaries: WeeklySummaryRow;
  whatsapp_numbers: WhatsAppNumberRow;
  whatsapp_users: WhatsAppUserRow;
  whatsapp_windows: WhatsAppWindowRow;
  widget_submissions: WidgetSubmissionRow;
  widget_telemetry: WidgetTelemetryRow;
  widgets: WidgetRow;
  webhooks: WebhookRow;
  webhook_deliveries: WebhookDeliveryRow;
}

declare module 'knex/types/tables.js' {
  interface Tables extends Rows {}
}
