import type { HostRow, LeadRow, MeetingRow, MeetingTypeRow } from '../../db/tables.js';
import type { Answers } from '../../domain/meetings/answers.js';
import { slotAt } from '../../domain/meetings/slots.js';
import { newId } from '../../runtime/ids.js';
import type { BookingRequest } from './booking-request.js';
import { unwritten } from './connect-calendar.js';

const MAX_TITLE = 500;

/** Returns a lead's name as people say it. */
export const fullName = (lead: Pick<LeadRow, 'first_name' | 'last_name'>): string =>
  [lead.first_name, lead.last_name].filter(Boolean).join(' ');

/** The columns of a meeting that was never moved, cancelled, settled or written to a calendar. */
export const MEETING_DEFAULTS = {
  former_hosts: null,
  original_starts_at: null,
  rescheduled_at: null,
  cancelled_at: null,
  settled_at: null,
  synced_at: null,
  sync_error: null,
  reschedule_reason: null,
  cancellation_reason: null,
  no_show_reason: null,
  outcome_notes: null,
  confirmed_by_lead: false,
  attendee_answers: null,
  answer_to_read_at: null,
  sequence: 0,
} as const;

interface BookedFor {
  host: HostRow;
  type: MeetingTypeRow;
  lead: LeadRow;
  start: number;
  blockId: string | null;
  answers: Answers | null;
  /** The kind of the host's own calendar, if one is connected. */
  calendarProvider: string | null;
  /** True if the lead has an address that emails can reach. */
  canInvite: boolean;
}

/** Returns the location of a meeting of a type. A call uses the lead's number unless the type sets another. */
const locationOf = (type: MeetingTypeRow, lead: LeadRow) => ({
  location_type: type.location_type,
  location_details: type.location_details ?? (type.location_type === 'phone' ? lead.phone : null),
  meeting_url: type.meeting_url,
});

/** Returns the row of a new booking; which run it belongs to is not known yet. */
export function toMeetingRow(
  now: Date,
  request: BookingRequest,
  { host, type, lead, start, blockId, answers, calendarProvider, canInvite }: BookedFor,
): MeetingRow {
  const slot = slotAt(start, { durationMinutes: type.duration_minutes });
  const name = fullName(lead);
  const wantsInvitation = request.inviteLead ?? type.invite_by_default;
  return {
    ...MEETING_DEFAULTS,
    ...locationOf(type, lead),
    id: newId(),
    account_id: request.accountId,
    lead_id: lead.id,
    agent_id: request.agentId,
    agent_run_id: null,
    meeting_type_id: type.id,
    host_id: host.id,
    availability_block_id: blockId,
    title: request.title ?? `${type.name} with ${name}`.slice(0, MAX_TITLE),
    description: request.description ?? type.description,
    timezone: request.timezone ?? host.timezone,
    status: 'scheduled',
    source: request.source,
    created_by: request.createdBy,
    creation_source: request.creationSource,
    starts_at: new Date(slot.from),
    ends_at: new Date(slot.to),
    duration_minutes: type.duration_minutes,
    buffer_before_minutes: type.buffer_before_minutes,
    buffer_after_minutes: type.buffer_after_minutes,
    attendee_name: name,
    attendee_email: lead.email,
    attendee_phone: lead.phone,
    additional_attendees: '[]',
    answers: answers && JSON.stringify(answers),
    organizer_email: host.email,
    ...unwritten(calendarProvider),
    invite_lead: wantsInvitation,
    invitation_status: wantsInvitation && canInvite ? 'queued' : 'none',
    is_booking: true,
    booking_workflow_id: null,
    created_at: now,
    updated_at: now,
  };
}
