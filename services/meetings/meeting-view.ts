import { fromJson } from '../../db/connection.js';
import type { NamedMeetingRow } from '../../db/meetings/meetings.js';
import type { MeetingRow } from '../../db/tables.js';
import type { Answers } from '../../domain/meetings/answers.js';
import type {
  AttendeeAnswer,
  ConnectionType,
  Meeting,
  MeetingDetails,
  ProviderSync,
} from '../../schemas/meetings/meetings.js';
import { formerHostsOf } from './calendar-entry.js';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Returns a meeting as it is answered. */
export const toMeeting = (row: MeetingRow): Meeting => ({
  id: row.id,
  client_id: row.account_id,
  lead_id: row.lead_id,
  workflow_id: row.agent_id,
  workflow_run_id: row.agent_run_id,
  meeting_type_id: row.meeting_type_id,
  host_id: row.host_id,
  availability_block_id: row.availability_block_id,
  title: row.title,
  description: row.description,
  timezone: row.timezone,
  status: row.status,
  location_type: row.location_type,
  location_details: row.location_details,
  meeting_url: row.meeting_url,
  source: row.source,
  created_by: row.created_by,
  creation_source: row.creation_source,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  original_starts_at: iso(row.original_starts_at),
  rescheduled_at: iso(row.rescheduled_at),
  cancelled_at: iso(row.cancelled_at),
  synced_at: iso(row.synced_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  duration_minutes: row.duration_minutes,
  attendee_name: row.attendee_name,
  attendee_email: row.attendee_email,
  attendee_phone: row.attendee_phone,
  organizer_email: row.organizer_email,
  organizer_connection_type: row.organizer_connection_type as ConnectionType,
  external_calendar_provider: row.external_calendar_provider,
  external_event_id: row.external_event_id?.toString() ?? null,
  external_calendar_id: row.external_calendar_id,
  sync_status: row.sync_status,
  reschedule_reason: row.reschedule_reason,
  cancellation_reason: row.cancellation_reason,
  confirmed_by_lead: row.confirmed_by_lead,
});

/** Shows a meeting as it is answered, with what lists leave out. */
export const toMeetingDetails = (row: NamedMeetingRow): MeetingDetails => ({
  ...toMeeting(row),
  host_name: row.host_name,
  meeting_type: row.meeting_type,
  no_show_reason: row.no_show_reason,
  outcome_notes: row.outcome_notes,
  answers: fromJson<Answers | null>(row.answers),
  attendee_answers: fromJson<AttendeeAnswer[] | null>(row.attendee_answers) ?? [],
  former_hosts: formerHostsOf(row).map(({ host_id, name, until }) => ({ host_id, host_name: name, until })),
  booking_workflow_id: row.booking_workflow_id,
});

/** Returns the state of a meeting in its host's calendar. */
export const toProviderSync = (row: MeetingRow): ProviderSync => ({
  status: row.sync_status,
  provider: row.external_calendar_provider,
  external_event_id: row.external_event_id?.toString() ?? null,
  synced_at: iso(row.synced_at),
  organizer_email: row.organizer_email,
});
