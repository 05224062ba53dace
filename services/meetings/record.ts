import type { Knex } from 'knex';
import { isDuplicate } from '../../db/connection.js';
import { findHostByEmail, lockHost } from '../../db/hosts.js';
import {
  findMeeting,
  findRecordedMeeting,
  freeCells,
  insertMeeting,
  lockMeeting,
  takeFreeCells,
  updateMeeting,
} from '../../db/meetings.js';
import type { LeadRow } from '../../db/tables.js';
import type { HostRow, MeetingRow } from '../../db/tables-meetings.js';
import { cellsOf } from '../../domain/meetings/slots.js';
import { mayMove } from '../../domain/meetings/transitions.js';
import { isUuid, newId } from '../../runtime/ids.js';
import type { LocationType, MeetingStatus } from '../../schemas/meetings.js';
import type { RecordWarning } from '../../schemas/record-meeting.js';
import type { MeetingMaker } from './booking-request.js';
import { runOf, tellOfMeeting } from './follow-up.js';
import { statusOf } from './life.js';
import { FRESH, fullName } from './new-meeting.js';

/** A meeting that was booked elsewhere. The lead's row is locked by the caller. */
export interface MeetingRecord extends MeetingMaker {
  lead: LeadRow;
  agentId: string | null;
  meetingTypeId: string | null;
  title: string;
  description: string | null;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  meetingUrl: string | null;
  locationType: LocationType;
  locationDetails: string | null;
  hostEmail: string | null;
  attendee: { name: string | null; email: string | null; phone: string | null };
  additionalAttendees: { name?: string | undefined; email: string }[];
  provider: string | null;
  externalEventId: string | null;
  status: Extract<MeetingStatus, 'scheduled' | 'confirmed'>;
}

export type RecordOutcome =
  | { outcome: 'recorded'; created: boolean; meeting: MeetingRow; warnings: RecordWarning[] }
  | { outcome: 'not_modifiable'; meeting: MeetingRow };

const EXTERNAL = 'external';

const columnsOf = (record: MeetingRecord, host: HostRow | undefined) => ({
  agent_id: record.agentId,
  meeting_type_id: record.meetingTypeId,
  host_id: host?.id ?? null,
  title: record.title,
  description: record.description,
  timezone: record.timezone,
  status: record.status,
  location_type: record.locationType,
  location_details: record.locationDetails,
  meeting_url: record.meetingUrl,
  starts_at: record.startsAt,
  ends_at: record.endsAt,
  duration_minutes: Math.round((record.endsAt.getTime() - record.startsAt.getTime()) / 60_000),
  attendee_name: record.attendee.name ?? fullName(record.lead),
  attendee_email: record.attendee.email ?? record.lead.email,
  attendee_phone: record.attendee.phone ?? record.lead.phone,
  additional_attendees: JSON.stringify(record.additionalAttendees),
  organizer_email: record.hostEmail ?? host?.email ?? null,
  confirmed_by_lead: record.status === 'confirmed' ? 1 : 0,
});

/** The meeting with this event id. A booking goes by its own id in every calendar that it is written or sent to. */
async function findKnown(
  tx: Knex,
  accountId: string,
  provider: string,
  eventId: string,
): Promise<MeetingRow | undefined> {
  const known = await findRecordedMeeting(tx, accountId, provider, eventId);
  if (known || !isUuid(eventId)) return known;
  const meeting = await findMeeting(tx, accountId, eventId.toLowerCase());
  return meeting?.is_booking === 1 ? meeting : undefined;
}

/**
 * Writes a meeting down without any check of its slot: what it overlaps with is told as a warning, and it takes those
 * cells of its host's time that are free. One with the same provider and event id is changed instead, but never a
 * booking: its time is decided here, and its lead and calendar are told.
 */
export async function recordMeeting(tx: Knex, now: Date, record: MeetingRecord): Promise<RecordOutcome> {
  const accountId = record.lead.account_id;
  const host =
    record.hostEmail === null ? undefined : await findHostByEmail(tx, accountId, record.hostEmail.toLowerCase());
  if (host) await lockHost(tx, accountId, host.id);
  const provider = record.provider ?? EXTERNAL;
  const known =
    record.externalEventId === null ? undefined : await findKnown(tx, accountId, provider, record.externalEventId);
  const warnings: RecordWarning[] = record.hostEmail !== null && !host ? ['host_not_found'] : [];
  if (known) return change(tx, now, record, known.id, host, warnings);

  const meeting: MeetingRow = {
    ...FRESH,
    ...columnsOf(record, host),
    id: newId(),
    account_id: accountId,
    lead_id: record.lead.id,
    agent_run_id: null,
    availability_block_id: null,
    source: record.source,
    created_by: record.createdBy,
    creation_source: record.creationSource,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    organizer_connection_type: 'none',
    external_calendar_provider: provider,
    external_event_id: record.externalEventId === null ? null : Buffer.from(record.externalEventId),
    external_calendar_id: null,
    sync_status: 'not_connected',
    invite_lead: 0,
    invitation_status: 'none',
    answers: null,
    is_booking: 0,
    booking_workflow_id: null,
    created_at: now,
    updated_at: now,
  };
  try {
    await insertMeeting(tx, meeting);
  } catch (error) {
    if (!isDuplicate(error) || record.externalEventId === null) throw error;
    // Somebody recorded the same meeting between the look and the insert, which waited for them.
    const theirs = await findRecordedMeeting(tx, accountId, provider, record.externalEventId);
    if (!theirs) throw error;
    return change(tx, now, record, theirs.id, host, warnings);
  }
  if (host && !(await takeTime(tx, meeting))) warnings.push('overlaps_existing');
  const result = await tellOfMeeting(tx, now, meeting, 'meeting.scheduled', record.origin, { recorded: true });
  meeting.agent_run_id = runOf(result, meeting);
  if (meeting.agent_run_id !== null) await updateMeeting(tx, meeting.id, { agent_run_id: meeting.agent_run_id });
  return { outcome: 'recorded', created: true, meeting, warnings };
}

async function change(
  tx: Knex,
  now: Date,
  record: MeetingRecord,
  meetingId: string,
  host: HostRow | undefined,
  warnings: RecordWarning[],
): Promise<RecordOutcome> {
  const meeting = await lockMeeting(tx, record.lead.account_id, meetingId);
  if (!meeting) throw new Error('A meeting that was just found is gone.');
  if (meeting.is_booking === 1 || !mayMove(statusOf(meeting))) return { outcome: 'not_modifiable', meeting };
  const moved = meeting.starts_at.getTime() !== record.startsAt.getTime();
  const changes: Partial<MeetingRow> = {
    ...columnsOf(record, host),
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
  if (host && !(await takeTime(tx, changed))) warnings.push('overlaps_existing');
  if (moved) await tellOfMeeting(tx, now, changed, 'meeting.rescheduled', record.origin, { recorded: true });
  return { outcome: 'recorded', created: false, meeting: changed, warnings };
}

const takeTime = (tx: Knex, meeting: MeetingRow): Promise<boolean> => {
  const span = { from: meeting.starts_at.getTime(), to: meeting.ends_at.getTime() };
  return takeFreeCells(tx, meeting.host_id ?? '', meeting.id, cellsOf(span, 0, 0));
};
