import type { Knex } from 'knex';
import { findCalendarConnection } from '../../db/calendar-connections.js';
import { lockHosts } from '../../db/hosts.js';
import { lockLeadRow } from '../../db/leads.js';
import { findMeetingType, listHostsOfType, type TypeHost } from '../../db/meeting-types.js';
import { findMeeting, freeCells, loadHostLoads, lockMeeting, takeCells, updateMeeting } from '../../db/meetings.js';
import type { HostRow, MeetingRow, MeetingTypeRow } from '../../db/tables-meetings.js';
import type { FormerHost } from '../../domain/meetings/former-hosts.js';
import { cellsOf, checkSlot, refusalOf, type SlotCheck, slotAt, type Wanted } from '../../domain/meetings/slots.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { mayMove } from '../../domain/meetings/transitions.js';
import { unwritten } from '../calendar-switch.js';
import { formerHostsOf } from '../meeting-calendar.js';
import { wakeBooking } from '../wake-booking.js';
import { type Invalid, invalid, type SlotRefused } from './booking-request.js';
import { candidatesOf } from './choice.js';
import { tellOfMeeting } from './follow-up.js';
import { type MeetingChange, type MeetingChangeOutcome, outOfStep, statusOf } from './life.js';
import { findAlternatives, loadSchedules, rangeAround, rulesOf } from './schedules.js';

export interface Reschedule extends MeetingChange {
  /** As the caller wrote it; without an offset it is a time of `timezone`, else of the meeting's zone. */
  startsAt: string;
  timezone: string | null;
  reason: string | null;
  /** False: another host of the meeting's type may take it over when its own is not free. */
  keepHost: boolean;
  allowOutside: boolean;
}

const FAR_AHEAD_DAYS = 3_650;

/** A meeting keeps its length and buffers, whatever became of its type. */
export const rulesFor = (meeting: MeetingRow, type: MeetingTypeRow | undefined) => ({
  ...(type
    ? rulesOf(type)
    : { minimumNoticeMinutes: 0, maxDaysAhead: FAR_AHEAD_DAYS, slotIntervalMinutes: 30, maxPerDay: null }),
  durationMinutes: meeting.duration_minutes,
  bufferBeforeMinutes: meeting.buffer_before_minutes,
  bufferAfterMinutes: meeting.buffer_after_minutes,
});

/**
 * Moves a meeting under the locks of the hosts concerned and of its lead. It is scheduled again, its lead has to
 * confirm anew, and its first beginning is kept. A move to where it stands already changes nothing.
 */
export async function rescheduleMeeting(
  tx: Knex,
  now: Date,
  request: Reschedule,
): Promise<MeetingChangeOutcome | Invalid | SlotRefused> {
  const { accountId, meetingId } = request;
  const seen = await findMeeting(tx, accountId, meetingId);
  if (!seen) return { outcome: 'not_found' };
  const instant = readInstant(request.startsAt, request.timezone ?? seen.timezone);
  if (!instant.ok) return invalid('INVALID_DATE', '/starts_at', `/starts_at ${instant.message}.`);
  const type = seen.meeting_type_id ? await findMeetingType(tx, accountId, seen.meeting_type_id) : undefined;
  const ofType = request.keepHost || !type ? [] : await listHostsOfType(tx, accountId, type.id);
  const others = ofType.filter(({ id }) => id !== seen.host_id);
  const hostIds = new Set([...(seen.host_id ? [seen.host_id] : []), ...others.map(({ id }) => id)]);
  const hosts = await lockHosts(tx, accountId, [...hostIds]);
  await lockLeadRow(tx, accountId, seen.lead_id);
  const meeting = await lockMeeting(tx, accountId, meetingId);
  if (!meeting) return { outcome: 'not_found' };
  if (!mayMove(statusOf(meeting))) return { outcome: 'not_modifiable', status: statusOf(meeting) };
  if (meeting.starts_at.getTime() === instant.ms) return { outcome: 'done', changed: false, meeting };
  if (instant.ms < now.getTime()) return invalid('START_IN_PAST', '/starts_at');
  const wanted: Wanted = {
    start: instant.ms,
    rules: rulesFor(meeting, type),
    meetingTypeId: meeting.meeting_type_id ?? '',
    now: now.getTime(),
    allowOutside: request.allowOutside,
  };
  const found = meeting.host_id === null ? FREE : await findHost(tx, now, meeting, { hosts, others }, wanted, type);
  if (found.outcome === 'refused') return found;
  return { outcome: 'done', changed: true, meeting: await move(tx, now, meeting, wanted, request, found) };
}

interface Found {
  outcome: 'free';
  host: HostRow | null;
  /** Who held it so far. */
  own: HostRow | undefined;
  check: SlotCheck | null;
}

const FREE: Found = { outcome: 'free', host: null, own: undefined, check: null };

/**
 * The meeting's own host if free, else the first free one of the others, in the order of assignment. `hosts` are locked;
 * `others` say what a choice among them goes by.
 */
async function findHost(
  tx: Knex,
  now: Date,
  meeting: MeetingRow,
  { hosts, others }: { hosts: readonly HostRow[]; others: readonly TypeHost[] },
  wanted: Wanted,
  type: MeetingTypeRow | undefined,
): Promise<Found | SlotRefused> {
  const { schedules } = await loadSchedules(tx, hosts, {
    ...rangeAround(wanted.start),
    now,
    exceptMeetingId: meeting.id,
  });
  const checkOf = (host: HostRow | undefined): SlotCheck | undefined => {
    const schedule = schedules.find(({ hostId }) => hostId === host?.id);
    if (!host || !schedule) return undefined;
    const check = checkSlot(schedule, wanted);
    // Somebody who is not active is not there at any time.
    if (!host.is_active) check.conflicts.push({ type: 'outside_hours', ...slotAt(wanted.start, wanted.rules) });
    return check;
  };
  const lockedHost = (hostId: string | null) => hosts.find(({ id }) => id === hostId);
  const own = lockedHost(meeting.host_id);
  const ownCheck = checkOf(own);
  if (own && ownCheck?.conflicts.length === 0) return { outcome: 'free', host: own, own, check: ownCheck };
  const ids = others.map(({ id }) => id);
  const order = type ? candidatesOf(others, await loadHostLoads(tx, now, ids, type.id), type) : [];
  for (const { hostId } of order) {
    const host = lockedHost(hostId);
    const check = checkOf(host);
    if (host && check?.conflicts.length === 0) return { outcome: 'free', host, own, check };
  }
  const conflicts = ownCheck?.conflicts ?? [];
  return {
    outcome: 'refused',
    code: refusalOf(conflicts),
    hostId: meeting.host_id,
    conflicts,
    alternatives: await findAlternatives(
      tx,
      meeting.account_id,
      wanted,
      { exceptMeetingId: meeting.id },
      meeting.host_id,
    ),
  };
}

async function move(
  tx: Knex,
  now: Date,
  meeting: MeetingRow,
  { start, rules }: Wanted,
  request: Reschedule,
  { host, own, check }: Found,
): Promise<MeetingRow> {
  const slot = slotAt(start, rules);
  const changes: Partial<MeetingRow> = {
    ...outOfStep(meeting),
    status: 'scheduled',
    starts_at: new Date(slot.from),
    ends_at: new Date(slot.to),
    original_starts_at: meeting.original_starts_at ?? meeting.starts_at,
    rescheduled_at: now,
    reschedule_reason: request.reason,
    confirmed_by_lead: 0,
    sequence: meeting.sequence + 1,
    updated_at: now,
    ...(request.timezone === null ? {} : { timezone: request.timezone }),
    ...(host ? { availability_block_id: check?.blockId ?? null } : {}),
    ...(host && host.id !== meeting.host_id ? await handOver(tx, now, meeting, own, host) : {}),
  };
  await freeCells(tx, meeting.id);
  await updateMeeting(tx, meeting.id, changes);
  if (host) {
    await takeCells(tx, host.id, meeting.id, cellsOf(slot, rules.bufferBeforeMinutes, rules.bufferAfterMinutes));
  }
  const moved = { ...meeting, ...changes };
  const before = {
    previous_starts_at: meeting.starts_at.toISOString(),
    ...(moved.host_id === meeting.host_id ? {} : { previous_host_id: meeting.host_id }),
  };
  await tellOfMeeting(tx, now, moved, 'meeting.rescheduled', request.origin, before);
  await wakeBooking(tx, now, moved, 'meeting.rescheduled');
  return moved;
}

/**
 * What another host changes of a meeting: a booking is now to stand in the calendar of that one, if in any, and the
 * former host is remembered, whose invitation is to be withdrawn.
 */
async function handOver(
  tx: Knex,
  now: Date,
  meeting: MeetingRow,
  own: HostRow | undefined,
  host: HostRow,
): Promise<Partial<MeetingRow>> {
  const connection = await findCalendarConnection(tx, host.account_id, host.id);
  const former: FormerHost = {
    host_id: meeting.host_id ?? '',
    name: own?.name ?? '',
    email: own?.email ?? meeting.organizer_email ?? '',
    starts_at: meeting.starts_at.toISOString(),
    ends_at: meeting.ends_at.toISOString(),
    sequence: meeting.sequence + 1,
    until: now.toISOString(),
  };
  return {
    host_id: host.id,
    former_hosts: JSON.stringify([...formerHostsOf(meeting), former]),
    organizer_email: host.email,
    ...(meeting.is_booking === 1 ? unwritten(connection?.provider ?? null) : {}),
  };
}
