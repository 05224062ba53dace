import type { BlockKind } from '../../schemas/meetings/availability-blocks.js';
import type { CalendarProviderName } from '../../schemas/meetings/calendars.js';
import type { Conference, OnCalendarDelete, OnCalendarMove } from '../../schemas/meetings/meeting-types.js';
import type {
  CreationSource,
  LocationType,
  MeetingSource,
  MeetingStatus,
  SyncStatus,
} from '../../schemas/meetings/meetings.js';

/** A person whom leads meet. */
export interface HostRow {
  id: string;
  account_id: string;
  name: string;
  email: string;
  timezone: string;
  max_per_day: number | null;
  is_active: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface MeetingTypeRow {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  duration_minutes: number;
  location_type: LocationType;
  location_details: string | null;
  meeting_url: string | null;
  conference: Conference | null;
  on_calendar_move: OnCalendarMove;
  on_calendar_delete: OnCalendarDelete;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  minimum_notice_minutes: number;
  max_days_ahead: number;
  slot_interval_minutes: number;
  max_per_day: number | null;
  invite_by_default: boolean;
  assignment: string;
  /** `[{minutes_before, channel, template_id}]` */
  reminders: string;
  /** `[{key, label, type, required, options}]` */
  questions: string;
  created_at: Date;
  updated_at: Date;
}

/** A host of a meeting type. A type without rows has every active host. */
export interface MeetingTypeHostRow {
  meeting_type_id: string;
  host_id: string;
  account_id: string;
  weight: number;
  priority: number;
}

/** The time when a host can be met, or can't. Times are `HH:MM` on the clock of `timezone`, days `YYYY-MM-DD`. */
export interface AvailabilityBlockRow {
  id: string;
  account_id: string;
  host_id: string;
  kind: BlockKind;
  /** JSON array of `mon` to `sun`. */
  weekdays: string;
  starts: string | null;
  ends: string | null;
  timezone: string;
  valid_from: string | null;
  valid_to: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface MeetingRow {
  id: string;
  account_id: string;
  lead_id: string;
  agent_id: string | null;
  agent_run_id: string | null;
  meeting_type_id: string | null;
  host_id: string | null;
  /** JSON `FormerHost[]`, oldest first, or null if the host never changed. */
  former_hosts: string | null;
  availability_block_id: string | null;
  title: string;
  description: string | null;
  timezone: string;
  status: MeetingStatus;
  location_type: LocationType;
  location_details: string | null;
  meeting_url: string | null;
  source: MeetingSource;
  created_by: string;
  creation_source: CreationSource;
  starts_at: Date;
  ends_at: Date;
  original_starts_at: Date | null;
  rescheduled_at: Date | null;
  cancelled_at: Date | null;
  /** The time when it was marked as held or as a no-show. */
  settled_at: Date | null;
  synced_at: Date | null;
  duration_minutes: number;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  attendee_name: string | null;
  attendee_email: string | null;
  attendee_phone: string | null;
  /** JSON `[{name, email}]`. */
  additional_attendees: string;
  /** JSON object of what was answered to the type's questions, by their keys; null without any. */
  answers: string | null;
  organizer_email: string | null;
  organizer_connection_type: string;
  external_calendar_provider: string;
  external_event_id: Buffer | null;
  external_calendar_id: string | null;
  sync_status: SyncStatus;
  sync_error: string | null;
  reschedule_reason: string | null;
  cancellation_reason: string | null;
  no_show_reason: string | null;
  outcome_notes: string | null;
  confirmed_by_lead: boolean;
  /** JSON `AttendeeAnswer[]`: the last answer of each attendee to the present time; null without any. */
  attendee_answers: string | null;
  /** The time when the last of them came that a person should read: declined, another time proposed, or with words. */
  answer_to_read_at: Date | null;
  /** True if the lead is to be told: invitation and updates by email, reminders. */
  invite_lead: boolean;
  /** `none` (nothing is sent, or no mail can reach the lead), `queued`, `sent` or `failed`. */
  invitation_status: string;
  /** iCalendar's SEQUENCE: rises with each change of time or state. */
  sequence: number;
  /** True if it holds cells of its host's time (booked, not just recorded). */
  is_booking: boolean;
  /** The Temporal workflow that does what follows; null for meetings that were only recorded. */
  booking_workflow_id: string | null;
  created_at: Date;
  updated_at: Date;
}

/** A reservation of a host's time before a booking. */
export interface SlotHoldRow {
  id: string;
  account_id: string;
  host_id: string;
  meeting_type_id: string;
  starts_at: Date;
  ends_at: Date;
  buffer_before_minutes: number;
  buffer_after_minutes: number;
  expires_at: Date;
  created_at: Date;
}

/** The idempotency key of a booking, kept as long as its meeting. */
export interface BookingKeyRow {
  account_id: string;
  key_hash: Buffer;
  fingerprint: Buffer;
  meeting_id: string;
  /** JSON arrays and objects of the first answer. */
  warnings: string;
  operations: string;
  /** JSON `{meeting, provider_sync}` of the first answer; null once the lead was erased. */
  answer: string | null;
  created_at: Date;
}

export interface MeetingNoteRow {
  id: string;
  account_id: string;
  lead_id: string;
  meeting_id: string | null;
  provider: string;
  external_meeting_id: Buffer | null;
  matched_by: string;
  notes: string | null;
  transcript_text: string | null;
  summary: string | null;
  manual_ai_summary: string | null;
  /** JSON `[{text, owner, due_at}]`. */
  action_items: string;
  created_at: Date;
  updated_at: Date;
}

/** Time that a host's own calendar says is taken, mirrored. */
export interface BusyTimeRow {
  id: string;
  account_id: string;
  host_id: string;
  provider: CalendarProviderName;
  external_calendar_id: string | null;
  external_event_id: Buffer | null;
  starts_at: Date;
  ends_at: Date;
  created_at: Date;
}

/** A notice that a lead receives once about a meeting: an invitation, a reminder or a cancellation. */
export interface MeetingNoticeRow {
  meeting_id: string;
  /** The notice and its time: `invitation`, `update/<ms>`, `reminder/email/60/<ms>`, ... */
  notice_key: string;
  account_id: string;
  /** The message that tells it; null when it was passed over. */
  message_id: string | null;
  /** The reason why it was passed over. */
  skipped: string | null;
  attempts: number;
  created_at: Date;
}

/** A host's own calendar. */
export interface CalendarConnectionRow {
  host_id: string;
  account_id: string;
  provider: CalendarProviderName;
  /** Empty for a calendar of a connection, like the user and the password. */
  url: string;
  user_name: string;
  /** Sealed for this host. */
  password: string;
  connection_id: string | null;
  /** ID of the calendar of the connection that meetings are written to; null for the primary one. */
  write_to: string | null;
  /** JSON list of the IDs of further calendars that are read. */
  read_from: string | null;
  /** The ID of the calendar that meetings are written to: with CalDAV the collection behind `url`. */
  calendar_url: string | null;
  /** `pending`, `connected` or `failed`. */
  status: 'pending' | 'connected' | 'failed';
  error: string | null;
  /** Rises with each change of the settings, so that a late result of earlier ones changes nothing. */
  version: number;
  /** Unused since `change_tokens`. */
  state_tag: string | null;
  /** JSON: the change token of each calendar at the last reading, by its ID. */
  change_tokens: string | null;
  attempts: number;
  checked_at: Date | null;
  synced_at: Date | null;
  /** The time when the mirrored busy times were last known to be those of the calendar. */
  current_at: Date | null;
  /** JSON list of the addresses under which its owner is invited; null until the server was asked. */
  user_addresses: string | null;
  /** JSON `CalendarEntryProblem[]`: entries that can't be read, or not in whole; null without any. */
  entry_problems: string | null;
  /** Since when the newest of them is there. */
  problems_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface CalendarEntryRow {
  meeting_id: string;
  account_id: string;
  /** The host of the calendar that contains it. */
  host_id: string;
  /** The URL or ID of the entry, or null if it doesn't exist. */
  href: string | null;
  /** The version that was written last, if the server has versions. */
  etag: string | null;
  /** The address of the video conference that was created with it. */
  join_url: string | null;
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

/** Five minutes of a host's time, which one meeting can have. */
export interface MeetingSlotRow {
  host_id: string;
  cell: number;
  meeting_id: string;
}
