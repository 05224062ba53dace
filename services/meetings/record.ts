import type { Knex } from 'knex';
import { isDuplicate } from '../../db/connection.js';
import { findLead } from '../../db/leads/leads.js';
import { findHostByEmail, lockHosts } from '../../db/meetings/hosts.js';
import {
  findRecordedMeeting,
  freeCells,
  insertMeeting,
  lockMeeting,
  takeFreeCells,
  updateMeeting,
} from '../../db/meetings/meetings.js';
import type { HostRow, LeadRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { cellsOf } from '../../domain/meetings/slots.js';
import { mayMove } from '../../domain/meetings/transitions.js';
import { newId } from '../../runtime/ids.js';
import type { LocationType, MeetingStatus } from '../../schemas/meetings/meetings.js';
import type { RecordWarning } from '../../schemas/meetings/record-meeting.js';
import type { MeetingMaker } from './booking-request.js';
import { findBookingByUid } from './calendar-entry.js';
import { emitMeetingEvent, runOf } from './meeting-events.js';
import { fullName, MEETING_DEFAULTS } from './new-meeting.js';

/** The target of a record: its host and the meeting with its event ID, if they exist. */
export interface RecordTarget {
  host: HostRow | undefined;
  known: MeetingRow | undefined;
}

/** A meeting that was booked elsewhere; a null field was not given. */
export interface MeetingRecord extends MeetingMaker {
  /** Locked by the caller, after the hosts. */
  lead: LeadRow;
  /** True if the lead was named by its address only, which other leads can share. */
  byAddress: boolean;
  /** As `lockRecordTarget` answered it. */
  target: RecordTarget;
  agentId: string | null;
  meetingTypeId: string | null;
  title: string;
  description: string | null;
  startsAt: Date;
  endsAt: Date;
  timezone: string | null;
  meetingUrl: string | null;
  locationType: LocationType | null;
  locationDetails: string | null;
  hostEmail: string | null;
  attendee: { name: string | null; email: string | null; phone: string | null };
  additionalAttendees: { name?: string | undefined; email: string }[] | null;
  provider: string | null;
  externalEventId: string | null;
  status: Extract<MeetingStatus, 'scheduled' | 'confirmed'> | null;
}

export type RecordOutcome =
  | { outcome: 'recorded'; created: boolean; meeting: MeetingRow; warnings: RecordWarning[] }
  | { outcome: 'not_modifiable'; meeting: MeetingRow }
  | { outcome: 'other_lead' };

const EXTERNAL = 'external';

/** Returns the columns that the record sets. */
function columnsOf(record: MeetingRecord): Partial<MeetingRow> & Pick<MeetingRow, 'title' | 'starts_at' | 'ends_at'> {
  const { startsAt, endsAt, attendee, hostEmail, additionalAttendees } = record;
  const given = {
    agent_id: record.agentId,
    meeting_type_id: record.meetingTypeId,
    description: record.description,
    timezone: record.timezone,
    location_type: record.locationType,
    location_details: record.locationDetails,
    meeting_url: record.meetingUrl,
    attendee_name: attendee.name,
    attendee_email: attendee.email,
    attendee_phone: attendee.phone,
    additional_attendees: additionalAttendees && JSON.stringify(additionalAttendees),
  };
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
    ...(hostEmail === null ? {} : { host_id: record.target.host?.id ?? null, organizer_email: hostEmail }),
    title: record.title,
    starts_at: startsAt,
    ends_at: endsAt,
    duration_minutes: Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000),
  };
}

/** Returns the default columns of a recorded meeting. */
const defaultsOf = (lead: LeadRow) => ({
  agent_id: null,
  meeting_type_id: null,
  host_id: null,
  description: null,
  timezone: 'UTC',
  location_type: 'video',
  location_details: null,
  meeting_url: null,
  attendee_name: fullName(lead),
  attendee_email: lead.email,
  attendee_phone: lead.phone,
  additional_attendees: '[]',
  organizer_email: null,
});

/** Finds what a record is about and locks the hosts concerned. The lead's row is locked after it. */
export async function lockRecordTarget(
  tx: Knex,
  accountId: string,
  { provider, externalEventId, hostEmail }: Pick<MeetingRecord, 'provider' | 'externalEventId' | 'hostEmail'>,
): Promise<RecordTarget> {
  const known =
    externalEventId === null ? undefined : await findKnown(tx, accountId, provider ?? EXTERNAL, externalEventId);
  const named = hostEmail === null ? undefined : await findHostByEmail(tx, accountId, hostEmail.toLowerCase());
  const ids = [named?.id, known?.host_id].filter((id) => typeof id === 'string');
  const hosts = ids.length === 0 ? [] : await lockHosts(tx, accountId, ids);
  return { host: hosts.find(({ id }) => id === named?.id), known };
}

/** The meeting with this event id. A booking goes by the UIDs of its own in calendars that it is written or sent to. */
async function findKnown(
  tx: Knex,
  accountId: string,
  provider: string,
  eventId: string,
): Promise<MeetingRow | undefined> {
  const known = await findRecordedMeeting(tx, accountId, provider, eventId);
  return known ?? findBookingByUid(tx, accountId, eventId);
}

/**
 * Records a meeting without checking its slot. Conflicts are returned as a warning, and it occupies the free cells of
 * its host's time. A meeting with the same provider and event ID is updated instead, but never a booking, because its
 * time is decided here and changes are reported to its lead and calendar.
 */
export async function recordMeeting(work: Work, record: MeetingRecord): Promise<RecordOutcome> {
  const { tx, now } = work;
  const { lead, target } = record;
  const accountId = lead.account_id;
  const provider = record.provider ?? EXTERNAL;
  const warnings: RecordWarning[] = record.hostEmail !== null && !target.host ? ['host_not_found'] : [];
  if (target.known) return change(work, record, target.known.id, warnings);

  const meeting: MeetingRow = {
    ...MEETING_DEFAULTS,
    ...defaultsOf(lead),
    ...(columnsOf(record) as Required<ReturnType<typeof columnsOf>>),
    id: newId(),
    account_id: accountId,
    lead_id: lead.id,
    agent_run_id: null,
    availability_block_id: null,
    source: record.source,
    created_by: record.createdBy,
    creation_source: record.creationSource,
    status: record.status ?? 'scheduled',
    confirmed_by_lead: record.status === 'confirmed',
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    organizer_connection_type: 'none',
    external_calendar_provider: provider,
    external_event_id: record.externalEventId === null ? null : Buffer.from(record.externalEventId),
    external_calendar_id: null,
    sync_status: 'not_connected',
    invite_lead: false,
    invitation_status: 'none',
    answers: null,
    is_booking: false,
    booking_workflow_id: null,
    created_at: now,
    updated_at: now,
  };
  try {
    await insertMeeting(tx, meeting);
  } catch (error) {
    if (!isDuplicate(error) || record.externalEventId === null) throw error;
    // Another transaction recorded the same meeting between the read and the insert, which waited for it.
    const theirs = await findRecordedMeeting(tx, accountId, provider, record.externalEventId);
    if (!theirs) throw error;
    return change(work, record, theirs.id, warnings);
  }
  if (!(await takeTime(tx, meeting))) warnings.push('overlaps_existing');
  const result = await emitMeetingEvent(work, meeting, 'meeting.scheduled', record.origin, { recorded: true });
  meeting.agent_run_id = runOf(result, meeting);
  if (meeting.agent_run_id !== null) await updateMeeting(tx, meeting.id, { agent_run_id: meeting.agent_run_id });
  return { outcome: 'recorded', created: true, meeting, warnings };
}

/**
 * Applies a record's changes to a meeting. A late or repeated delivery doesn't undo a confirmation; a new time requires
 * a new one, as for any rescheduled meeting.
 */
async function change(
  work: Work,
  record: MeetingRecord,
  meetingId: string,
  warnings: RecordWarning[],
): Promise<RecordOutcome> {
  const { tx, now } = work;
  const meeting = await lockMeeting(tx, record.lead.account_id, meetingId);
  if (!meeting) throw new Error('A meeting that was just found is gone.');
  if (meeting.is_booking || !mayMove(meeting.status)) return { outcome: 'not_modifiable', meeting };
  if (!(await isOfLead(tx, meeting, record))) return { outcome: 'other_lead' };
  const moved = meeting.starts_at.getTime() !== record.startsAt.getTime();
  const before = moved ? 'scheduled' : meeting.status;
  const confirms = record.status === 'confirmed' && before === 'scheduled';
  const status = confirms ? 'confirmed' : before;
  const changes: Partial<MeetingRow> = {
    ...columnsOf(record),
    status,
    confirmed_by_lead: status === 'confirmed',
    updated_at: now,
    ...(moved
      ? {
          original_starts_at: meeting.original_starts_at ?? meeting.starts_at,
          rescheduled_at: now,
          sequence: meeting.sequence + 1,
        }
      : {}),
  };
  await freeCells(tx, meeting.id);
  await updateMeeting(tx, meeting.id, changes);
  const changed = { ...meeting, ...changes };
  if (!(await takeTime(tx, changed))) warnings.push('overlaps_existing');
  if (moved) await emitMeetingEvent(work, changed, 'meeting.rescheduled', record.origin, { recorded: true });
  if (confirms) await emitMeetingEvent(work, changed, 'meeting.confirmed', record.origin, { recorded: true });
  return { outcome: 'recorded', created: false, meeting: changed, warnings };
}

/** Whether a meeting is of the lead that a record names. An address may be that of several leads; one of them is meant. */
async function isOfLead(tx: Knex, meeting: MeetingRow, { lead, byAddress }: MeetingRecord): Promise<boolean> {
  if (meeting.lead_id === lead.id) return true;
  const own = byAddress ? await findLead(tx, meeting.account_id, meeting.lead_id) : undefined;
  return typeof own?.email === 'string' && own.email.toLowerCase() === lead.email?.toLowerCase();
}

/** Takes what is free of the time of a meeting's host. Returns whether all of it was. */
async function takeTime(tx: Knex, { id, host_id, starts_at, ends_at }: MeetingRow): Promise<boolean> {
  if (host_id === null) return true;
  return takeFreeCells(tx, host_id, id, cellsOf({ from: starts_at.getTime(), to: ends_at.getTime() }, 0, 0));
}
