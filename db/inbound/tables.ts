import type { HookProvider } from '../../schemas/inbound/provider-hooks.js';

/** Where an event came from: a hook, a number's own address at Twilio, a mailbox. */
export type InboundProvider = HookProvider | 'twilio' | 'imap';

export interface HookRow {
  id: string;
  account_id: string;
  provider: HookProvider;
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
  provider: InboundProvider;
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
