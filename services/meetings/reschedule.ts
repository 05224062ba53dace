import { lockLead } from '../../db/leads/leads.js';
import { findCalendarConnection } from '../../db/meetings/calendar-connections.js';
import { lockHost, lockHosts } from '../../db/meetings/hosts.js';
import { findMeetingType, listHostsOfType, type TypeHost } from '../../db/meetings/meeting-types.js';
import {
  findMeeting,
  freeCells,
  loadHostLoads,
  lockMeeting,
  takeCells,
  updateMeeting,
} from '../../db/meetings/meetings.js';
import type { HostRow, MeetingRow, MeetingTypeRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { FormerHost } from '../../domain/meetings/former-hosts.js';
import type { Wanted } from '../../domain/meetings/slots.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { mayMove } from '../../domain/meetings/transitions.js';
import { wakeBooking } from '../instructions/meetings.js';
import { type Invalid, invalid, type SlotRefused } from './booking-request.js';
import { formerHostsOf } from './calendar-entry.js';
import { type MeetingChange, type MeetingChangeOutcome, needsSync } from './change-status.js';
import { unwritten } from './connect-calendar.js';
import { candidatesOf, findAlternatives, rulesOf } from './host-availability.js';
import { emitMeetingEvent } from './meeting-events.js';
import { type FreeSlot, type SlotRequest, slotRefused, takeSlot } from './take-slot.js';

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

/** Returns the rules of a meeting's slots: it keeps its length and buffers, whatever became of its type. */
export const rulesFor = (meeting: MeetingRow, type: MeetingTypeRow | undefined) => ({
  ...(type
    ? rulesOf(type)
    : { minimumNoticeMinutes: 0, maxDaysAhead: FAR_AHEAD_DAYS, slotIntervalMinutes: 30, maxPerDay: null }),
  durationMinutes: meeting.duration_minutes,
  bufferBeforeMinutes: meeting.buffer_before_minutes,
  bufferAfterMinutes: meeting.buffer_after_minutes,
});

type MoveStop = MeetingChangeOutcome | Invalid;

/** A meeting's move, under its locks. */
interface MoveRequest extends SlotRequest {
  meeting: MeetingRow;
  /** The current host. */
  own: HostRow | undefined;
}

/**
 * Moves a meeting under the locks of its hosts and its lead. It becomes scheduled again, its lead has to confirm again,
 * and its original start is kept. A move to the current time changes nothing.
 */
export async function rescheduleMeeting(work: Work, request: Reschedule): Promise<MoveStop | SlotRefused> {
  const moved = await takeSlot(
    work,
    () => lockMove(work, request),
    (free, wish) => move(work, request, wish, free),
  );
  if (moved.outcome !== 'conflict') return moved;
  const { wanted, hostId, exceptMeetingId } = moved.wish;
  const alternatives = await findAlternatives(work.tx, request.accountId, wanted, { exceptMeetingId }, hostId);
  return slotRefused(hostId, moved.conflicts, alternatives);
}

/**
 * Locks the meeting's host, the hosts that can take it over, its lead and the meeting itself. A meeting without a host
 * occupies no time.
 */
async function lockMove(work: Work, request: Reschedule): Promise<MoveRequest | MoveStop> {
  const { tx, now } = work;
  const { accountId, meetingId } = request;
  const seen = await findMeeting(tx, accountId, meetingId);
  if (!seen) return { outcome: 'not_found' };
  const instant = readInstant(request.startsAt, request.timezone ?? seen.timezone);
  if (!instant.ok) return invalid('INVALID_DATE', '/starts_at', `/starts_at ${instant.message}.`);
  const type = seen.meeting_type_id ? await findMeetingType(tx, accountId, seen.meeting_type_id) : undefined;
  const ofType = request.keepHost || !type ? [] : await listHostsOfType(tx, accountId, type.id);
  const others = ofType.filter(({ id }) => id !== seen.host_id);
  const hostIds = [...(seen.host_id ? [seen.host_id] : []), ...others.map(({ id }) => id)];
  const hosts = await lockHosts(tx, accountId, hostIds);
  await lockLead(tx, accountId, seen.lead_id);
  const meeting = await lockMeeting(tx, accountId, meetingId);
  if (!meeting) return { outcome: 'not_found' };
  if (!mayMove(meeting.status)) return { outcome: 'not_modifiable', status: meeting.status };
  if (meeting.starts_at.getTime() === instant.ms) return { outcome: 'done', changed: false, meeting };
  if (instant.ms < now.getTime()) return invalid('START_IN_PAST', '/starts_at');
  const wanted: Wanted = {
    start: instant.ms,
    rules: rulesFor(meeting, type),
    meetingTypeId: meeting.meeting_type_id ?? '',
    now: now.getTime(),
    allowOutside: request.allowOutside,
  };
  const own = hosts.find(({ id }) => id === meeting.host_id) ?? (await lockNewHost(work, meeting));
  const preferred = meeting.host_id === null ? [] : await inOrder(work, { own, hosts, others, type });
  return { wanted, hosts: preferred, hostId: meeting.host_id, exceptMeetingId: meeting.id, meeting, own };
}

/**
 * Locks the host that received the meeting between the read and the locks. This lock comes after the lead's row. At
 * worst that is a deadlock, and the whole transaction is repeated.
 */
const lockNewHost = async ({ tx }: Work, { account_id, host_id }: MeetingRow): Promise<HostRow | undefined> =>
  host_id === null ? undefined : lockHost(tx, account_id, host_id);

/** The meeting's own host, then the others in the order of assignment. */
async function inOrder(
  { tx, now }: Work,
  {
    own,
    hosts,
    others,
    type,
  }: Pick<MoveRequest, 'own' | 'hosts'> & { others: TypeHost[]; type?: MeetingTypeRow | undefined },
): Promise<HostRow[]> {
  const ids = others.map(({ id }) => id);
  const order = type ? candidatesOf(others, await loadHostLoads(tx, now, ids, type.id), type) : [];
  return [own, ...order.map(({ hostId }) => hosts.find(({ id }) => id === hostId))].filter(
    (host) => host !== undefined,
  );
}

async function move(
  work: Work,
  request: Reschedule,
  { meeting, own }: MoveRequest,
  { from, to, host, check, cells }: FreeSlot,
): Promise<MeetingChangeOutcome> {
  const { tx, now } = work;
  const changes: Partial<MeetingRow> = {
    ...needsSync(meeting),
    status: 'scheduled',
    starts_at: from,
    ends_at: to,
    original_starts_at: meeting.original_starts_at ?? meeting.starts_at,
    rescheduled_at: now,
    reschedule_reason: request.reason,
    confirmed_by_lead: false,
    attendee_answers: null,
    answer_to_read_at: null,
    sequence: meeting.sequence + 1,
    updated_at: now,
    ...(request.timezone === null ? {} : { timezone: request.timezone }),
    ...(host ? { availability_block_id: check.blockId } : {}),
    ...(host && host.id !== meeting.host_id ? await handOver(work, meeting, own, host) : {}),
  };
  await freeCells(tx, meeting.id);
  await updateMeeting(tx, meeting.id, changes);
  if (host) await takeCells(tx, host.id, meeting.id, cells);
  const moved = { ...meeting, ...changes };
  const before = {
    previous_starts_at: meeting.starts_at.toISOString(),
    ...(moved.host_id === meeting.host_id ? {} : { previous_host_id: meeting.host_id }),
  };
  await emitMeetingEvent(work, moved, 'meeting.rescheduled', request.origin, before);
  await wakeBooking(work, moved, 'meeting.rescheduled');
  return { outcome: 'done', changed: true, meeting: moved };
}

/**
 * Moves a meeting to another host: its booking belongs in that host's calendar, if any, and the former host is stored,
 * whose invitation must be withdrawn.
 */
async function handOver(
  work: Work,
  meeting: MeetingRow,
  own: HostRow | undefined,
  host: HostRow,
): Promise<Partial<MeetingRow>> {
  const { tx, now } = work;
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
    ...(meeting.is_booking ? unwritten(connection?.provider ?? null) : {}),
  };
}
