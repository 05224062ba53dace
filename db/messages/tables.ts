import type { NotificationChannel, NotificationEvent } from '../../schemas/accounts/notification-settings.js';
import type { HoldReason } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { EmailProviderName } from '../../schemas/channels/email-senders.js';
import type { VoiceProviderName } from '../../schemas/channels/voice-agents.js';
import type { WhatsAppProviderName } from '../../schemas/channels/whatsapp-numbers.js';
import type { MachineReason } from '../../schemas/events/machines.js';
import type { MessageStatus } from '../../schemas/message-statuses.js';
import type { Direction } from '../../schemas/messages/messages.js';
import type { InboundProvider } from '../inbound/tables.js';

/** The provider that sent or reported a message. */
export type MessageProvider = EmailProviderName | WhatsAppProviderName | VoiceProviderName | InboundProvider;

export interface MessageRow {
  id: string;
  account_id: string;
  lead_id: string;
  agent_run_id: string | null;
  agent_id: string | null;
  step_key: string | null;
  visit: number | null;
  attempt: number | null;
  channel: Channel;
  direction: Direction;
  type: string;
  status: MessageStatus;
  claim_no: number;
  claimed_at: Date | null;
  sender_id: string | null;
  template_id: string | null;
  variant: string | null;
  to_address: string | null;
  subject: string | null;
  content: string | null;
  html: string | null;
  provider: MessageProvider | null;
  provider_message_id: Buffer | null;
  in_reply_to: string | null;
  hold_reason: HoldReason | null;
  hold_until: Date | null;
  settled_by: string | null;
  failure_code: string | null;
  failure: string | null;
  /** Content of some messages: files, buttons, reactions. */
  details: string | null;
  late_by_seconds: number | null;
  sent_at: Date | null;
  delivered_at: Date | null;
  read_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Mails and chat messages that are composed from notices when they are sent. */
export type NoticeMailKind = 'notice_email' | 'notice_slack' | 'notice_teams';

/** An email to a user of the account: a test of a message, an invitation or a password reset. */
export interface UserMailRow {
  id: string;
  account_id: string;
  kind:
    | 'test'
    | 'whatsapp_test'
    | 'invitation'
    | 'reset'
    | 'connection_lost'
    | 'webhook_stopped'
    | 'weekly_summary'
    | NoticeMailKind;
  /** The user who requested it, or whom it notifies. */
  user_id: string;
  /** The lead for which a test message was rendered. */
  lead_id: string | null;
  to_address: string;
  sender_id: string;
  /** JSON of subject, text and HTML, or of a WhatsApp message, sealed; null once it is done with. */
  content: string | null;
  status: 'queued' | 'sending' | 'delivered' | 'failed' | 'unknown';
  failure: string | null;
  claim_no: number;
  claimed_at: Date | null;
  expires_at: Date;
  /** When a mailbox of the account received a test, and JSON of the results that its server reported. */
  received_at: Date | null;
  authentication: string | null;
  created_at: Date;
}

/** The request of a message outside a cadence. */
export interface OutgoingMessageRow {
  message_id: string;
  account_id: string;
  lead_id: string;
  request: string;
  /** The idempotency key. */
  occasion: string | null;
  due_at: Date;
  /** Refusals for the moment, and those of them that the message itself may have caused. */
  retries: number;
  own_retries: number;
  /** The end of the retries of a message that its provider accepted and then rejected. */
  tried_until: Date | null;
  closed_at: Date | null;
  created_at: Date;
}

/** A request for the image or a link of a tracked mail, until it is judged and those around it are. */
export interface MessageHitRow {
  id: string;
  message_id: string;
  account_id: string;
  lead_id: string;
  /** The link; null for the image. */
  url: string | null;
  /** The reason why the request itself is a machine's. */
  reason: MachineReason | null;
  hit_at: Date;
  /** The time when it is judged; null once it was. */
  due_at: Date | null;
}

/** A link of a message that was clicked; an empty `url` is the image, where only machines are counted. */
export interface MessageClickRow {
  message_id: string;
  url_hash: Buffer;
  account_id: string;
  lead_id: string;
  url: string;
  /** The number of clicks by people. */
  n: number;
  /** The number of clicks by machines. */
  machine_n: number;
  first_at: Date;
  last_at: Date;
}

/** The settings for notifying a user outside the dashboard. */
export interface NoticeSettingsRow {
  user_id: string;
  account_id: string;
  /** JSON of the channels of each event. */
  channels: string;
  /** Whose leads they are about: the user's own, or all. */
  leads: 'own' | 'all';
  /** The time for which a notice waits for others, so that they are sent together. */
  wait_minutes: number;
  /** Local times such as `22:00`; null: no quiet hours. */
  quiet_from: string | null;
  quiet_to: string | null;
  timezone: string;
  /** The local time on Mondays at which the weekly summary is sent; null: it is turned off. */
  weekly_at: string | null;
  /** The time when the next weekly summary is due. */
  weekly_due_at: Date | null;
  updated_at: Date;
}

/** The weekly summary of a user for the week before a Monday. */
export interface WeeklySummaryRow {
  user_id: string;
  /** The Monday, as `2026-03-02`. */
  week: string;
  account_id: string;
  /** Null if there was nothing to report. */
  user_mail_id: string | null;
  created_at: Date;
}

/** An incoming webhook of a user. */
export interface NoticeWebhookRow {
  user_id: string;
  channel: 'slack' | 'teams';
  account_id: string;
  /** The URL, sealed: it lets anyone post. */
  url: string;
  host: string;
  /** The time at which the channel reported that the webhook no longer exists. */
  disabled_at: Date | null;
  failure: string | null;
  created_at: Date;
}

/** One event that a user is notified of on one channel. It has no text: that is read when it is sent. */
export interface NoticeRow {
  id: string;
  account_id: string;
  user_id: string;
  channel: NotificationChannel;
  kind: NotificationEvent | 'test' | 'webhook_disabled';
  /** The event: a user is notified once of each on a channel. */
  event_key: string;
  lead_id: string | null;
  /** The message, task or connection. */
  subject_id: string | null;
  due_at: Date;
  /** The mail or chat message that has it; null while it waits. */
  user_mail_id: string | null;
  created_at: Date;
}
