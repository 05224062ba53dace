import type { TemplateStatus } from '../../domain/channels/whatsapp-template-status.js';
import type { CallStatus } from '../../domain/messages/call-events.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { EmailProviderName } from '../../schemas/channels/email-senders.js';
import type { SentCopies } from '../../schemas/channels/mailboxes.js';
import type { TemplateChannel } from '../../schemas/channels/templates.js';
import type { VoiceProviderName } from '../../schemas/channels/voice-agents.js';
import type { NumberStatus, QualityRating, WhatsAppProviderName } from '../../schemas/channels/whatsapp-numbers.js';

export interface EmailSenderRow {
  id: string;
  account_id: string;
  name: string;
  from_email: string;
  from_name: string | null;
  reply_to: string | null;
  provider: EmailProviderName;
  smtp: string | null;
  smtp_password: string | null;
  /** The connection that its mails leave by, and the shared mailbox they leave from, where it isn't the person's own. */
  connection_id: string | null;
  shared_mailbox: string | null;
  per_minute: number | null;
  per_day: number | null;
  ramp: string | null;
  track_opens: boolean;
  track_clicks: boolean;
  /** The time when a mail last came back because its sender was refused, and with which words. */
  refused_at: Date | null;
  refused_reason: string | null;
  /** The selector of its DKIM key; null to look under common ones. */
  dkim_selector: string | null;
  /** The host of its tracking links, and when it last reached this service; null before it did. */
  tracking_domain: string | null;
  tracking_verified_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The results of the checks of a sender's domain. */
export interface SenderHealthRow {
  sender_id: string;
  account_id: string;
  checks: string;
  /** The last known results and what broke, as `HealthMemory`. */
  memory: string;
  checked_at: Date | null;
  next_at: Date;
  /** The time since which a check fails that passed before. */
  broken_since: Date | null;
  /** Until when a process has the sender to itself. Null: none checks it. */
  claimed_until: Date | null;
}

/** A sender whose provider fails: there is a row for as long as its messages are held back. */
export interface SenderBreakerRow {
  sender_id: string;
  account_id: string;
  /** The number of consecutive times it was on hold. */
  trips: number;
  last_code: string;
  opened_at: Date;
  /** From when on one message may be tried. */
  retry_at: Date;
  /** The deadline for the result of the trial message. */
  probe_until: Date | null;
}

export interface SenderUsageRow {
  sender_id: string;
  bucket: string;
  starts_at: Date;
  n: number;
}

/** An entry that waits for capacity under a limit or for a provider: an enrollment, or a message outside a cadence. */
export interface LinePlaceRow {
  subject_id: string;
  kind: 'agent_run' | 'message';
  account_id: string;
  lead_id: string;
  agent_id: string | null;
  /** `<id of the sender or the agent>/<what is waited for>`. */
  line: string;
  channel: string;
  /** The limits of its agent, which apply in addition to the sender's own. */
  limits: string;
  /** The zone of the days that the line counts by. */
  timezone: string;
  /** The priority: 0 for messages outside a cadence, 1 for cadences. */
  urgency: number;
  due_at: Date;
  /** The time when its window is closed next: until then it isn't called. */
  closed_from: Date | null;
  closed_until: Date | null;
  /** The time when it was told to look; null while it waits for that. */
  called_at: Date | null;
}

export interface TemplateRow {
  id: string;
  account_id: string;
  name: string;
  channel: TemplateChannel;
  language: string;
  category: string | null;
  status: TemplateStatus;
  subject: string | null;
  html: string | null;
  body: string | null;
  components: string | null;
  /** The business account of a WhatsApp template. Empty for email. */
  waba_id: string;
  provider_template_id: string | null;
  rejected_reason: string | null;
  /** The time when the provider last told of its status, on the provider's clock. */
  told_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface WhatsAppNumberRow {
  id: string;
  account_id: string;
  phone_number: string;
  display_name: string | null;
  provider: WhatsAppProviderName;
  /** Meta's id of the number, or Twilio's of the sender. */
  provider_phone_number_id: string | null;
  /** The business account that templates belong to: Meta's WABA, or the account at Twilio. */
  waba_id: string | null;
  /** Meta's access token or Twilio's auth token, sealed. */
  access_token: string | null;
  status: NumberStatus;
  /** The reason why the provider changed the status, in its words. */
  status_detail: string | null;
  quality_rating: QualityRating;
  messaging_limit: string | null;
  throughput_per_second: number;
  about: string | null;
  photo_url: string | null;
  photo_updated_at: Date | null;
  /** The time when the provider last told of its state, on the provider's clock. */
  told_at: Date | null;
  /**
   * The time when a look at its templates was last asked for, when the last one ended, and what kept that one from its
   * end.
   */
  sync_asked_at: Date | null;
  synced_at: Date | null;
  sync_error: string | null;
  is_default: boolean;
  created_at: Date;
  updated_at: Date;
}

/**
 * A lead and one of our WhatsApp numbers: until when WhatsApp takes free text, and when the number last wrote first,
 * which starts the lead's day in the number's messaging limit.
 */
export interface WhatsAppWindowRow {
  lead_id: string;
  number_id: string;
  account_id: string;
  expires_at: Date | null;
  contacted_at: Date | null;
}

export interface VoiceAgentRow {
  id: string;
  account_id: string;
  name: string;
  provider: VoiceProviderName;
  from_number: string | null;
  agent_id: string | null;
  url: string | null;
  api_key: string | null;
  /** The hook at which the sandbox tells what becomes of this voice agent's calls; it may be gone. */
  hook_id: string | null;
  /** The token of that hook's address, sealed. */
  hook_token: string | null;
  max_concurrent: number;
  created_at: Date;
  updated_at: Date;
}

/** The data of a call in addition to its message row, which has the same ID. */
export interface CallRow {
  message_id: string;
  account_id: string;
  lead_id: string;
  call_status: CallStatus;
  disconnection_reason: string | null;
  answered: boolean | null;
  successful: boolean | null;
  duration_seconds: number | null;
  summary: string | null;
  transcript: string | null;
  recording_url: string | null;
  started_at: Date | null;
  ended_at: Date | null;
  updated_at: Date;
}

export interface SandboxDeliveryRow {
  id: string;
  account_id: string;
  message_id: string;
  channel: Channel;
  to_address: string;
  from_address: string;
  subject: string | null;
  body_text: string | null;
  body_html: string | null;
  calendar: string | null;
  headers: string;
  created_at: Date;
}

/** A mailbox that replies to a sender's mails come to, and how far it was read. */
export interface MailboxRow {
  sender_id: string;
  account_id: string;
  settings: string;
  /** Null where the mailbox is read by a connection. */
  password: string | null;
  connection_id: string | null;
  /** The cursor of a connection, in the provider's format. */
  sync_token: string | null;
  uid_validity: number | null;
  last_uid: number;
  read_since: Date;
  lease_owner: string | null;
  lease_until: Date | null;
  next_at: Date;
  failures: number;
  last_error: string | null;
  checked_at: Date | null;
  updated_at: Date;
  /** The program that saves sent emails in the mailbox: `auto`, `always` (this service) or `never`. */
  sent_copies: SentCopies;
  /** The position in its Sent folder, and the time from which it is read. */
  sent_since: Date | null;
  sent_uid_validity: number | null;
  sent_last_uid: number;
  sent_token: string | null;
}

/** The sender of a pool that writes to a lead for an agent. */
export interface LeadSenderRow {
  agent_id: string;
  lead_id: string;
  account_id: string;
  sender_id: string;
  /** The sender that it replaced when that one failed; null until then. */
  moved_from: string | null;
  /** The message whose claim assigned the sender. */
  message_id: string;
  assigned_at: Date;
}

/** A mail that is looked up in its sender's mailbox, or whose copy is saved there. */
export interface SentMailRow {
  message_id: string;
  kind: 'look_up' | 'save_copy';
  account_id: string;
  lead_id: string;
  sender_id: string;
  /** The claim under which the outcome became unknown, or under which the mail is sent. */
  claim_no: number;
  /** The mail to save, as JSON. */
  mail: string | null;
  looks: number;
  /** The number of consecutive failures to read the mailbox. */
  failures: number;
  absent_since: Date | null;
  looked_at: Date | null;
  last_error: string | null;
  /** Null where nothing more is done: a person has to settle the message. */
  next_at: Date | null;
  created_at: Date;
}
