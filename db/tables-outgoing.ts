/** The rows of what messages leave by, as MySQL gives them. */

export interface WhatsAppNumberRow {
  id: string;
  account_id: string;
  phone_number: string;
  display_name: string | null;
  provider: string;
  provider_phone_number_id: string | null;
  waba_id: string | null;
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
  is_default: number;
  created_at: Date;
  updated_at: Date;
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
