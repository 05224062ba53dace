/** The rows of what messages leave by, as MySQL gives them. */

export interface WhatsAppNumberRow {
  id: string;
  account_id: string;
  phone_number: string;
  display_name: string | null;
  provider: string;
  /** Meta's id of the number, or Twilio's of the sender. */
  provider_phone_number_id: string | null;
  /** The business account that templates belong to: Meta's WABA, or the account at Twilio. */
  waba_id: string | null;
  /** Meta's access token or Twilio's auth token, sealed. */
  access_token: string | null;
  status: string;
  quality_rating: string;
  messaging_limit: string | null;
  throughput_per_second: number;
  about: string | null;
  photo_url: string | null;
  photo_updated_at: Date | null;
  /** When the provider last told of its state, on the provider's clock. */
  told_at: Date | null;
  /** When a look at its templates was last asked for, when the last one ended, and what kept that one from its end. */
  sync_asked_at: Date | null;
  synced_at: Date | null;
  sync_error: string | null;
  is_default: number;
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

/** What a message that no cadence sends was asked to be. */
export interface OutgoingMessageRow {
  message_id: string;
  account_id: string;
  lead_id: string;
  request: string;
  occasion: string | null;
  due_at: Date;
  /** Refusals for the moment, and those of them that the message itself may have caused. */
  retries: number;
  own_retries: number;
  /** How long a message that its provider had taken and then refused is tried again. */
  tried_until: Date | null;
  closed_at: Date | null;
  created_at: Date;
}
