/** A chat widget on a site. Its key is a row of `api_keys`; a new key is a new row, which `key_id` then names. */
export interface WidgetRow {
  id: string;
  account_id: string;
  agent_id: string;
  key_id: string;
  name: string;
  /** The allowed domains, in the format of `domain/widget/allowed-domains`. */
  allowed_domains: string;
  request_contact: boolean;
  /** The way in which contacts from websites confirm their address before automation writes to them. */
  contact_confirmation: 'none' | 'email';
  /** The appearance and questions of the widget, as `WidgetSettings`. */
  settings: string;
  /** The sealed secret with which the site signs its users. */
  identity_secret: string;
  is_active: boolean;
  /** Rises with each change. */
  version: number;
  created_at: Date;
  updated_at: Date;
}

/** Turns of one subject (a session, an address, a key), by its hash, in the period that ends at `ends`. */
export interface TurnCounterRow {
  subject: Buffer;
  /** Unix seconds. */
  ends: number;
  n: number;
}

/** A proof of work that has paid for a request. */
export interface UsedProofRow {
  proof: Buffer;
  expires_at: Date;
}

/** The totals of a widget's browser metrics on a day. */
export interface WidgetTelemetryRow {
  widget_id: string;
  account_id: string;
  day: string;
  type: string;
  /** The code of an error, or empty. */
  code: string;
  n: number;
  total_ms: number;
  max_ms: number;
}

/** A form that a visitor sent, once for each id that the browser gave it; also the proof of what was agreed to. */
export interface WidgetSubmissionRow {
  session_id: string;
  submission_id: string;
  account_id: string;
  widget_id: string;
  key_id: string;
  fingerprint: Buffer;
  lead_id: string | null;
  /** The submitted fields, if no lead has them. */
  fields: string | null;
  /** The text that was agreed to, as it was shown, and its SHA-256; null where nothing was. */
  consent_text: string | null;
  consent_hash: string | null;
  page: string | null;
  created_at: Date;
}
