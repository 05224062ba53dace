import type { Pagination } from './types.js';

type MeetingStatus = 'scheduled' | 'confirmed' | 'completed' | 'cancelled' | 'no_show';
type LocationType = 'video' | 'phone' | 'in_person';

/** A meeting as the API answers it. */
export interface MeetingDetails {
  id: string;
  client_id: string;
  lead_id: string;
  workflow_id: string | null;
  workflow_run_id: string | null;
  meeting_type_id: string | null;
  host_id: string | null;
  availability_block_id: string | null;
  title: string;
  description: string | null;
  timezone: string;
  status: MeetingStatus;
  location_type: LocationType;
  location_details: string | null;
  meeting_url: string | null;
  source: string;
  created_by: string;
  creation_source: string;
  starts_at: string;
  ends_at: string;
  original_starts_at: string | null;
  rescheduled_at: string | null;
  cancelled_at: string | null;
  synced_at: string | null;
  created_at: string;
  updated_at: string;
  duration_minutes: number;
  attendee_name: string | null;
  attendee_email: string | null;
  attendee_phone: string | null;
  organizer_email: string | null;
  organizer_connection_type: string;
  external_calendar_provider: string;
  external_event_id: string | null;
  external_calendar_id: string | null;
  sync_status: string;
  reschedule_reason: string | null;
  cancellation_reason: string | null;
  confirmed_by_lead: boolean;
  host_name?: string | null;
  meeting_type?: string | null;
  no_show_reason?: string | null;
  outcome_notes?: string | null;
}

export interface ListLeadMeetingsInput {
  lead_id: string;
  /** Only these states, separated by commas: scheduled, confirmed, completed, cancelled, no_show. */
  status?: string;
  limit?: number;
  cursor?: string;
}

export interface ListLeadMeetingsResult {
  success: true;
  meetings: MeetingDetails[];
  pagination: Pagination;
}

export interface CreateMeetingInput {
  /** The lead by its e-mail address; the most recently updated one if several have it. */
  lead_email?: string | null;
  lead_id?: string | null;
  title: string;
  starts_at: string;
  /** Either the end or the length. */
  ends_at?: string | null;
  duration_minutes?: number | null;
  /** IANA zone; UTC if not given. */
  timezone?: string | null;
  meeting_url?: string | null;
  location_type?: LocationType | null;
  location_details?: string | null;
  description?: string | null;
  host_email?: string | null;
  meeting_type_id?: string | null;
  attendee_name?: string | null;
  attendee_email?: string | null;
  attendee_phone?: string | null;
  additional_attendees?: { name?: string | null; email: string }[] | null;
  /** With `external_event_id`: sending the pair again changes the meeting. */
  external_calendar_provider?: string | null;
  external_event_id?: string | null;
  status?: 'scheduled' | 'confirmed' | null;
}

export interface CreateMeetingResult {
  success: true;
  meeting: MeetingDetails;
  created: boolean;
  warnings?: string[];
}

export interface CreateMeetingNotesInput {
  calendar_event_id?: string | null;
  provider?: string | null;
  external_meeting_id?: string | null;
  meeting_url?: string | null;
  lead_email?: string | null;
  meeting_date?: string | null;
  notes?: string | null;
  transcript_text?: string | null;
  summary?: string | null;
  manual_ai_summary?: string | null;
  action_items?: { text: string; owner?: string | null; due_at?: string | null }[] | null;
}

export interface CreateMeetingNotesResult {
  success: true;
  note: { id: string; meeting_id: string; lead_id: string; provider: string | null };
  created: boolean;
  matched_by: string;
}
