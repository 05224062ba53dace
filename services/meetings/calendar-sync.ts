import type { Knex } from 'knex';
import { insertEvents } from '../../db/events/events.js';
import {
  findCalendarEntry,
  lockCalendarConnection,
  updateCalendarConnection,
} from '../../db/meetings/calendar-connections.js';
import {
  claimWaitingBookings,
  findMirroredHost,
  listMeetingIds,
  listStandingEntries,
  replaceBusyTimes,
} from '../../db/meetings/calendar-mirror.js';
import { findMeetingById, lockMeetingById } from '../../db/meetings/meeting-parties.js';
import { updateMeeting } from '../../db/meetings/meetings.js';
import type { BusyTimeRow, CalendarConnectionRow, CalendarEntryRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type CalendarOccurrence, CalendarUnreadable, occurrencesOf } from '../../domain/meetings/calendar-busy.js';
import type { CalendarObject } from '../../providers/calendar/provider.js';
import { isUuid, newId } from '../../runtime/ids.js';
import { MAX_DAYS_AHEAD } from '../../schemas/meetings/meeting-types.js';
import { wakeBooking } from '../instructions/meetings.js';
import { isSameCalendar } from './connect-calendar.js';
import { emitSyncFailure } from './sync-entry.js';

const DAY_MS = 86_400_000;
/** How far ahead busy times are mirrored: beyond the end of the farthest slot, which the range moves on towards. */
const AHEAD_DAYS = MAX_DAYS_AHEAD + 3;
const EVERY_MS = 5 * 60_000;
/** An unchanged calendar is still read anew this often, since the range moves on. */
const FULL_MS = 12 * 3_600_000;
const FIRST_PAUSE_MS = 30_000;

/** What a calendar is asked for next. */
export interface SyncPlan {
  connection: CalendarConnectionRow;
  /** When it was made: the calendar is read after that. */
  plannedAt: Date;
  timezone: string;
  range: { from: Date; to: Date };
  /** The state at the last mirroring; the same again means that nothing is to be read. */
  knownState: string | null;
}

/** What came of asking. `unchanged`: the calendar is as it was mirrored last. */
export type SyncResult =
  | { kind: 'read'; calendarUrl: string; state: string | null; objects: CalendarObject[] }
  | { kind: 'unchanged'; calendarUrl: string }
  | { kind: 'failed'; code: string; message: string };

/** Plans the next look at a host's calendar; undefined when the host has none any more. */
export async function planSync(db: Knex, now: Date, hostId: string): Promise<SyncPlan | undefined> {
  const mirrored = await findMirroredHost(db, hostId);
  if (!mirrored) return undefined;
  const { host, connection } = mirrored;
  const isRecent = connection.synced_at && now.getTime() - connection.synced_at.getTime() < FULL_MS;
  return {
    connection,
    plannedAt: now,
    timezone: host.timezone,
    range: { from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + AHEAD_DAYS * DAY_MS) },
    knownState: isRecent && connection.status === 'connected' ? connection.state_tag : null,
  };
}

/**
 * Mirrors what a calendar said: busy times of others' entries, and whether our own entries still stand as written. An
 * entry that its owner deleted or moved is shown on the meeting and told as an event; the meeting itself stays as
 * agreed with the lead, and the time that it was moved to is busy. A calendar that can't be read any more is told as an
 * event, too. Answers when to ask again. A result for settings that were changed meanwhile is dropped.
 */
export async function recordSync(work: Work, plan: SyncPlan, result: SyncResult): Promise<Date> {
  const { tx, now } = work;
  const connection = await lockCalendarConnection(tx, plan.connection.host_id);
  const { version } = plan.connection;
  if (!connection || connection.version !== version || !isSameCalendar(connection, plan.connection)) return now;
  if (result.kind === 'failed') {
    const attempts = connection.attempts + 1;
    await updateCalendarConnection(tx, connection, {
      status: 'failed',
      error: `${result.code}: ${result.message}`.slice(0, 500),
      attempts,
      checked_at: now,
    });
    if (connection.status !== 'failed') await emitUnreadable(work, connection, result.code);
    return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), FULL_MS / 6));
  }
  const wasOut = connection.status !== 'connected';
  await updateCalendarConnection(tx, connection, {
    status: 'connected',
    attempts: 0,
    checked_at: now,
    calendar_url: result.calendarUrl,
    ...(result.kind === 'read' ? { state_tag: result.state, synced_at: now } : {}),
  });
  if (result.kind === 'read') {
    const unread = await mirror(work, plan, result.objects);
    const error = unread === 0 ? null : `unreadable: ${unread} of its entries can not be read, so they block no time.`;
    await updateCalendarConnection(tx, connection, { error });
  }
  if (wasOut) await wakeWaitingBookings(work, connection);
  return new Date(now.getTime() + EVERY_MS);
}

/** Answers how many of the objects can't be read. */
async function mirror(work: Work, plan: SyncPlan, objects: CalendarObject[]): Promise<number> {
  const { tx, now } = work;
  const { connection, timezone, range, plannedAt } = plan;
  const read = objects.map(({ data }) => readable(data, { ...range, timezone }));
  const occurrences = read.flatMap((each) => each ?? []);
  // What was written since then may have come after the reading.
  const entries = await listStandingEntries(tx, connection.host_id, {
    from: now,
    to: range.to,
    writtenBefore: plannedAt,
  });
  const entryOf = new Map(entries.map((entry) => [entry.meeting_id, entry]));
  // An entry of ours has its meeting's id, before its writer tells of it.
  const uids = new Set(occurrences.map(({ uid }) => uid).filter(isUuid));
  const own = await listMeetingIds(tx, connection.account_id, [...uids]);
  const busy = occurrences.filter((item) => {
    const entry = entryOf.get(item.uid);
    return item.busy && (entry ? !standsAt(entry, item) : !own.has(item.uid));
  });
  await replaceBusyTimes(
    tx,
    connection.host_id,
    busy.map((item) => busyRow(now, connection, item)),
  );
  for (const entry of entries) await compare(work, entry, occurrences);
  return read.filter((each) => each === undefined).length;
}

const standsAt = ({ starts_at, ends_at }: CalendarEntryRow, { startsAt, endsAt }: CalendarOccurrence): boolean =>
  starts_at?.getTime() === startsAt.getTime() && ends_at?.getTime() === endsAt.getTime();

/** Tells once that a calendar can't be read any more: what is booked from now on goes by what it said before. */
const emitUnreadable = (work: Work, { account_id, host_id }: CalendarConnectionRow, reason: string) =>
  insertEvents(work.tx, work.now, [
    {
      accountId: account_id,
      type: 'calendar.sync_failed',
      data: { host_id, reason },
      origin: { kind: 'system', id: host_id, depth: 1 },
    },
  ]);

/** One entry that can't be read must not hide all others. */
function readable(data: string, range: Parameters<typeof occurrencesOf>[1]): CalendarOccurrence[] | undefined {
  try {
    return occurrencesOf(data, range);
  } catch (error) {
    if (error instanceof CalendarUnreadable) return undefined;
    throw error;
  }
}

const busyRow = (now: Date, connection: CalendarConnectionRow, item: CalendarOccurrence): BusyTimeRow => ({
  id: newId(),
  account_id: connection.account_id,
  host_id: connection.host_id,
  provider: connection.provider,
  external_calendar_id: connection.calendar_url,
  external_event_id: Buffer.from(item.uid).subarray(0, 1020),
  starts_at: item.startsAt,
  ends_at: item.endsAt,
  created_at: now,
});

const LIVE = ['scheduled', 'confirmed'];

/** How a meeting may stand whose entry was written. */
const WRITTEN: readonly string[] = ['synced', 'deleted_remotely', 'out_of_date'];

/** Sees whether an entry of ours still stands as it was written. */
async function compare({ tx, now }: Work, entry: CalendarEntryRow, found: CalendarOccurrence[]): Promise<void> {
  const there = found.find(({ uid }) => uid === entry.meeting_id);
  const status = !there ? 'deleted_remotely' : standsAt(entry, there) ? 'synced' : 'out_of_date';
  const differs = (meeting: MeetingRow | undefined) =>
    meeting !== undefined &&
    LIVE.includes(meeting.status) &&
    WRITTEN.includes(meeting.sync_status) &&
    meeting.sync_status !== status;
  if (!differs(await findMeetingById(tx, entry.meeting_id))) return;
  // A meeting that is changed at this moment is written anew: what was read of its entry says nothing by then.
  const meeting = await lockMeetingById(tx, entry.meeting_id);
  const latest = await findCalendarEntry(tx, entry.meeting_id);
  if (!meeting || !differs(meeting) || latest?.updated_at.getTime() !== entry.updated_at.getTime()) return;
  await updateMeeting(tx, meeting.id, { sync_status: status });
  if (status !== 'synced') await emitSyncFailure({ tx, now }, meeting, status);
}

const WOKEN_AT_ONCE = 500;

/** A calendar that answers again gets at once what it missed. */
async function wakeWaitingBookings(work: Work, { host_id }: CalendarConnectionRow): Promise<void> {
  const { tx, now } = work;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const waiting: MeetingRow[] = await claimWaitingBookings(tx, now, host_id, after, WOKEN_AT_ONCE);
    for (const meeting of waiting) await wakeBooking(work, meeting, 'the calendar answers');
    after = waiting[WOKEN_AT_ONCE - 1]?.id;
  }
}
