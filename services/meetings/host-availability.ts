import { type Db, fromJson } from '../../db/connection.js';
import {
  loadScheduleRows,
  OF_NO_HOST,
  type ScheduleQuery,
  type ScheduleRow,
} from '../../db/meetings/host-schedules.js';
import { listHostsOfType, type TypeHost } from '../../db/meetings/meeting-types.js';
import type { HostLoadRow } from '../../db/meetings/meetings.js';
import type { HostRow, MeetingTypeRow } from '../../db/tables.js';
import { type Alternative, alternativesTo, searchRange } from '../../domain/meetings/alternatives.js';
import { type Candidate, orderHosts } from '../../domain/meetings/assignment.js';
import type { AvailabilityBlock } from '../../domain/meetings/availability.js';
import type { BookingFacts } from '../../domain/meetings/booking-tasks.js';
import type { BusySpan, HostSchedule, SlotRules, Wanted } from '../../domain/meetings/slots.js';
import type { Weekday } from '../../schemas/cadence/cadence.js';
import type { Assignment } from '../../schemas/meetings/meeting-types.js';

const DAY_MS = 86_400_000;

/** Returns what of a meeting type decides about its slots. */
export const rulesOf = (type: MeetingTypeRow): SlotRules => ({
  durationMinutes: type.duration_minutes,
  bufferBeforeMinutes: type.buffer_before_minutes,
  bufferAfterMinutes: type.buffer_after_minutes,
  minimumNoticeMinutes: type.minimum_notice_minutes,
  maxDaysAhead: type.max_days_ahead,
  slotIntervalMinutes: type.slot_interval_minutes,
  maxPerDay: type.max_per_day,
});

const toBlock = (row: ScheduleRow): AvailabilityBlock => ({
  id: row.id,
  kind: row.kind as AvailabilityBlock['kind'],
  weekdays: row.weekdays as Weekday[],
  starts: row.starts,
  ends: row.ends,
  timezone: row.timezone ?? 'UTC',
  validFrom: row.valid_from,
  validTo: row.valid_to,
});

const toTaken = (row: ScheduleRow): BusySpan => ({
  kind: row.part as BusySpan['kind'],
  id: row.id,
  title: row.title,
  from: row.from_at.getTime(),
  to: row.to_at.getTime(),
  bufferBeforeMinutes: row.before_minutes,
  bufferAfterMinutes: row.after_minutes,
  meetingTypeId: row.meeting_type_id,
  heldAt: row.held_at?.getTime(),
  expiresAt: row.expires_at?.getTime(),
});

function toSchedule(host: HostRow, rows: readonly ScheduleRow[]): HostSchedule {
  const own = rows.filter((row) => row.host_id === host.id && !OF_NO_HOST.includes(row.part));
  return {
    hostId: host.id,
    hostName: host.name,
    isActive: host.is_active,
    timezone: host.timezone,
    maxPerDay: host.max_per_day,
    blocks: own.filter(({ part }) => part === 'block').map(toBlock),
    taken: own.filter(({ part }) => part !== 'block').map(toTaken),
  };
}

/** Loads the time of hosts between two instants. */
export async function loadSchedules(
  db: Db,
  hosts: readonly HostRow[],
  query: Omit<ScheduleQuery, 'hosts'>,
): Promise<{ schedules: HostSchedule[]; leadMeetings: Date[]; suppressed: string[]; typeExists: boolean }> {
  const rows = await loadScheduleRows(db, { ...query, hosts });
  return {
    schedules: hosts.map((host) => toSchedule(host, rows)),
    leadMeetings: rows.filter(({ part }) => part === 'lead').map(({ from_at }) => from_at),
    suppressed: rows.filter(({ part }) => part === 'suppressed').map(({ kind }) => kind ?? ''),
    typeExists: rows.some(({ part }) => part === 'type'),
  };
}

/** Returns the range that decides about one slot: its own days, for daily limits, and what reaches into them. */
export const rangeAround = (start: number): { from: Date; to: Date } => ({
  from: new Date(start - 2 * DAY_MS),
  to: new Date(start + 3 * DAY_MS),
});

/**
 * Finds what to offer instead of a slot that can't be had: the nearest free ones of the host, unless it is none of the
 * type's any more, then the same time with others.
 */
export async function findAlternatives(
  db: Db,
  accountId: string,
  wanted: Wanted,
  except: Pick<ScheduleQuery, 'exceptMeetingId'>,
  hostId: string | null,
): Promise<Alternative[]> {
  const hosts = await listHostsOfType(db, accountId, wanted.meetingTypeId, { first: hostId });
  const range = searchRange(wanted);
  const { schedules } = await loadSchedules(db, hosts, {
    from: new Date(range.from - 2 * DAY_MS),
    to: new Date(range.to + 3 * DAY_MS),
    now: new Date(wanted.now),
    ...except,
  });
  return alternativesTo(
    wanted,
    schedules.find((schedule) => schedule.hostId === hostId),
    schedules.filter((schedule) => schedule.hostId !== hostId),
  );
}

/** Lists hosts in the order in which a meeting of a type is given to them; `sticky` is whom the lead met last. */
export function candidatesOf(
  hosts: readonly Pick<TypeHost, 'id' | 'weight' | 'priority'>[],
  loads: ReadonlyMap<string, HostLoadRow>,
  type: MeetingTypeRow,
  sticky?: string | null,
): Candidate[] {
  const candidates = hosts.map((host) => {
    const load = loads.get(host.id);
    return {
      hostId: host.id,
      weight: host.weight,
      priority: host.priority,
      given: Number(load?.given ?? 0),
      lastGiven: load?.last_given?.getTime() ?? 0,
      load: Number(load?.minutes_ahead ?? 0),
    };
  });
  return orderHosts(candidates, type.assignment as Assignment, sticky);
}

type StoredReminder = { minutes_before: number; channel: string; template_id?: string | null };

/** Lists when and how the lead of a meeting of a type is reminded. */
export const remindersOf = (type: MeetingTypeRow | undefined): BookingFacts['reminders'] =>
  (fromJson<StoredReminder[] | null>(type?.reminders ?? null) ?? []).map((reminder) => ({
    ...reminder,
    template_id: reminder.template_id ?? null,
  }));
