/** The rows around calendars and invitations as MySQL gives them; see `tables.ts`. */

/** Something a lead is told about a meeting once: an invitation, a reminder, a cancellation. */
export interface MeetingNoticeRow {
  meeting_id: string;
  /** Names what is told and of which time: `invitation`, `update/<ms>`, `reminder/email/60/<ms>`, ... */
  notice_key: string;
  account_id: string;
  /** The message that tells it; null when it was passed over. */
  message_id: string | null;
  /** Why it was passed over. */
  skipped: string | null;
  attempts: number;
  created_at: Date;
}

/** A host's own calendar. */
export interface CalendarConnectionRow {
  host_id: string;
  account_id: string;
  provider: string;
  url: string;
  user_name: string;
  /** Sealed for this host. */
  password: string;
  /** The collection that was found behind `url`. */
  calendar_url: string | null;
  /** `pending`, `connected` or `failed`. */
  status: string;
  error: string | null;
  /** Rises with each change of the settings, so that a late result of earlier ones changes nothing. */
  version: number;
  /** What the calendar said of its state when it was mirrored last. */
  state_tag: string | null;
  attempts: number;
  checked_at: Date | null;
  synced_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface CalendarEntryRow {
  meeting_id: string;
  account_id: string;
  /** In whose calendar it stands. */
  host_id: string;
  /** Where it stands; null when it doesn't. */
  href: string | null;
  /** Of what was written last. */
  fingerprint: Buffer | null;
  starts_at: Date | null;
  ends_at: Date | null;
  attempts: number;
  next_at: Date | null;
  updated_at: Date;
}

export interface CalendarFeedRow {
  host_id: string;
  account_id: string;
  token_hash: Buffer;
  created_at: Date;
}
