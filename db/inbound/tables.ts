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
