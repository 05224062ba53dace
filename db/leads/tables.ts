import type { ConsentChannel, ConsentState } from '../../schemas/leads/leads.js';

export interface LeadRow {
  id: string;
  account_id: string;
  first_name: string;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  source: string;
  company: string | null;
  title: string | null;
  timezone: string | null;
  country: string | null;
  owner_id: string | null;
  external_id: Buffer | null;
  deal_value: number | null;
  /** ISO 4217 code of the deal value. */
  deal_currency: string | null;
  /** The user ID that WhatsApp last named the person by, and their username there. */
  whatsapp_user_id: string | null;
  whatsapp_username: string | null;
  consent_whatsapp: ConsentState;
  consent_email: ConsentState;
  consent_call: ConsentState;
  consent_sms: ConsentState;
  metadata: string;
  campaign_id: string | null;
  import_id: string | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  hidden: boolean;
  erased_at: Date | null;
  /**
   * Whether a visitor typed the address, so that it proves nothing. False: it comes from the API, an import or a signed
   * user. Null: it was written before this was recorded, and counts as typed where the source is `widget`.
   */
  email_typed?: boolean | null;
  phone_typed?: boolean | null;
  /** True if it is written to on its own only where it opted in: a visitor typed it, and no one confirmed it yet. */
  needs_opt_in?: boolean;
}

export interface LeadIdentityRow {
  account_id: string;
  identity: Buffer;
  seen: number;
}

/** A user ID of WhatsApp, which is scoped to a business, and the lead that has it. A lead may have several. */
export interface WhatsAppUserRow {
  account_id: string;
  user_id: string;
  lead_id: string;
  /** The WhatsApp Business account that the ID was received through; empty where the provider names none. */
  waba_id: string;
  /** The phone number (E.164) that WhatsApp last showed together with the ID. */
  phone: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface LeadVariableRow {
  lead_id: string;
  field_key: string;
  account_id: string;
  value: string;
  value_text: string;
  confidence: number;
  updated_at: Date;
  /** The source of the value in the format of effects, or null if unknown. */
  set_by: string | null;
}

export interface LeadEngagementRow {
  lead_id: string;
  account_id: string;
  last_inbound_at: Date | null;
  last_outbound_at: Date | null;
  last_channel: string | null;
  inbound_count: number;
  outbound_count: number;
  delivered_count: number;
  read_count: number;
  opened_count: number;
  clicked_count: number;
  calls_count: number;
  calls_answered: number;
  whatsapp_window_expires_at: Date | null;
}

export interface TagRow {
  id: string;
  account_id: string;
  name: string;
  slug: string;
  created_at: Date;
}

/** A note of a user about a lead. */
export interface LeadNoteRow {
  id: string;
  account_id: string;
  lead_id: string;
  text: string;
  created_by: string;
  created_at: Date;
  updated_at: Date;
}

export interface LeadTagRow {
  lead_id: string;
  tag_id: string;
  account_id: string;
  created_at: Date;
}

export interface ConsentLogRow {
  id: string;
  account_id: string;
  lead_id: string;
  channel: ConsentChannel;
  state: ConsentState;
  source: string;
  note: string | null;
  created_at: Date;
}

export interface SuppressionRow {
  id: string;
  account_id: string;
  channel: string;
  address_hash: Buffer;
  address: string;
  reason: string;
  created_at: Date;
}

/** A value of a lead's metadata as the index holds it; see `domain/rules/conditions/metadata-index.ts`. */
export interface LeadMetadataValueRow {
  lead_id: string;
  account_id: string;
  path: Buffer;
  value: Buffer;
}

/** The same change of many leads. */
export interface LeadChangeRow {
  id: string;
  account_id: string;
  operation: string;
  /** The request, as JSON. */
  request: string;
  matched: number;
  changed: number;
  restored: number;
  kept: number;
  /** True if all leads that it meant were looked at. */
  complete: boolean;
  undone: boolean;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  /** Messages that runs of this change had sent when they were undone. */
  sent: number;
  undone_by: string | null;
}

/** The effect of a bulk change on one lead. Deleted after an undo, or when an undo isn't possible any more. */
export interface ChangedLeadRow {
  change_id: string;
  lead_id: string;
  account_id: string;
  /** As JSON. */
  done: string;
  created_at: Date;
}

/** The erasure of a lead: what a request erased at once, and how far the searches for the rest have come. */
export interface ErasureRow {
  id: string;
  account_id: string;
  lead_id: string;
  requested_at: Date;
  /** The time when the searches begin: requests and runs that were in flight have ended by then. */
  search_from: Date;
  finished_at: Date | null;
  /** The texts that identify the person, sealed; null once the searches have finished. */
  marks: string | null;
  /** The hashes of the person's identities, hexadecimal, as JSON; null once the searches have finished. */
  identities: string | null;
  /** The answer that stored answers about the lead are replaced with. */
  gone_body: string | null;
  /** The search that is next, and the key up to which it has looked. */
  step: string;
  place: string;
  looked_count: number;
  erased_count: number;
  updated_at: Date;
}
