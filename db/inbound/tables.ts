import type { ConnectionProvider } from '../../schemas/connections/connections.js';
import type { HookProvider } from '../../schemas/inbound/provider-hooks.js';

/** The source of an event: a hook, a Twilio number's own address, a mailbox. */
export type InboundProvider = HookProvider | 'twilio' | 'imap';

/** The outcome of a mail that a person wrote and that belongs to no lead. */
export const UNMATCHED = 'unmatched';

export interface HookRow {
  id: string;
  account_id: string;
  provider: HookProvider;
  token_hash: Buffer;
  secret: string;
  /** The token with which a provider verifies the address at setup, if it isn't the secret. */
  verify_token: string | null;
  created_at: Date;
  disabled_at: Date | null;
}

/** A token of a signature that covers no body, with the event that it signed. */
export interface HookTokenRow {
  hook_id: string;
  token_hash: Buffer;
  event_key: Buffer;
  received_at: Date;
}

export interface InboundEventRow {
  id: string;
  account_id: string;
  provider: InboundProvider;
  event_key: Buffer;
  type: string;
  payload: string;
  lead_id: string | null;
  outcome: string | null;
  received_at: Date;
  processed_at: Date | null;
  /** The time when its payload was emptied. */
  emptied_at: Date | null;
}

/** A notice of a provider for operators, one row per kind. */
export interface ProviderNoticeRow {
  id: string;
  account_id: string;
  provider: InboundProvider;
  /** The kind in the provider's words, such as `account_alerts/OBA_REJECTED`. */
  kind: string;
  /** False where no rule understands events of this kind. */
  understood: boolean;
  detail: string;
  /** The latest event of the kind. */
  event_id: string;
  events: number;
  /** The time when the kind was first received; of understood ones, when it was last received. */
  since: Date;
  updated_at: Date;
}

/** The part of a person's account whose changes are reported. */
export type PushKind = 'mail' | 'sent_mail' | 'calendar';

/** A channel by which a provider reports changes of a mailbox or a calendar. */
export interface PushChannelRow {
  id: string;
  account_id: string;
  connection_id: string;
  provider: ConnectionProvider;
  kind: PushKind;
  /** The sender of the mailbox, or the host of the calendar. */
  subject_id: string;
  /** ID of the calendar, where each has a channel of its own; otherwise empty. */
  resource: string;
  /** The provider's IDs of the channel and of what it watches; null while none is open. */
  channel_id: string | null;
  channel_resource: string | null;
  expires_at: Date | null;
  /** The time at which it is opened, renewed or closed. */
  next_at: Date;
  /** The number of consecutive failures, and the reason of the last one. */
  failures: number;
  last_error: string | null;
  /** The time of the latest reported change. */
  noticed_at: Date | null;
  /** Set when it isn't needed any more: it is closed, and then its row is deleted. */
  removed_at: Date | null;
  /** Until when a process has the channel to itself. */
  claimed_until: Date | null;
  created_at: Date;
}
