import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import {
  findCalendarEntry,
  forgetEntryVersion,
  lockCalendarConnection,
  updateCalendarConnection,
} from '../../db/meetings/calendar-connections.js';
import {
  claimWaitingBookings,
  findMirroredHost,
  listActiveEntries,
  listMeetingHolders,
  type MeetingHolders,
  replaceBusyTimes,
} from '../../db/meetings/calendar-mirror.js';
import { findMeetingById, lockMeetingById } from '../../db/meetings/meeting-parties.js';
import { updateMeeting } from '../../db/meetings/meetings.js';
import type { BusyTimeRow, CalendarConnectionRow, CalendarEntryRow, HostRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import {
  type CalendarOccurrence,
  type CalendarProblem,
  readCalendarObject,
} from '../../domain/meetings/calendar-busy.js';
import { CALENDAR_LOOK_MS } from '../../domain/meetings/calendar-state.js';
import { meetingIdOfUid } from '../../domain/meetings/former-hosts.js';
import { cut, storable } from '../../domain/values/text.js';
import type { CalendarObject, CalendarReading } from '../../providers/calendar/provider.js';
import { newId } from '../../runtime/ids.js';
import type { CalendarEntryProblem } from '../../schemas/meetings/calendars.js';
import { MAX_DAYS_AHEAD } from '../../schemas/meetings/meeting-types.js';
import { wakeBooking } from '../instructions/meetings.js';
import { formerHostsOf } from './calendar-entry.js';
import { isSameCalendar } from './connect-calendar.js';
import { emitSyncFailure } from './sync-entry.js';
import { type OwnersChange, ownersChange } from './take-over-change.js';

const DAY_MS = 86_400_000;
/**
 * The number of days in which busy times are mirrored: beyond the end of the farthest slot, which comes closer every
 * day.
 */
const AHEAD_DAYS = MAX_DAYS_AHEAD + 3;
/** An unchanged calendar is still read again this often, because the range moves. */
const FULL_MS = 12 * 3_600_000;
const FIRST_PAUSE_MS = 30_000;

/** The next request to a calendar. */
export interface SyncPlan {
  connection: CalendarConnectionRow;
  /** The time of the request. The calendar is read after it. */
  plannedAt: Date;
  /** The host of the calendar. */
  host: Pick<HostRow, 'email' | 'timezone'>;
  range: { from: Date; to: Date };
  /** The change tokens at the last mirroring. If they are still current, nothing is read. */
  knownTokens: Readonly<Record<string, string>>;
}

/** The content of one calendar. */
export type CalendarContent = { calendarId: string } & Exclude<CalendarReading, { kind: 'unchanged' }>;

/** The result of the request. `unchanged`: the calendar equals the mirror. */
export type SyncResult =
  | { kind: 'read'; calendarUrl: string; readings: CalendarContent[]; addresses: string[] | null }
  | { kind: 'unchanged'; calendarUrl: string }
  | { kind: 'failed'; code: string; message: string; retryAfterSeconds?: number };

/** Plans the next look at a host's calendar; undefined when the host has none any more. */
export async function planSync(db: Knex, now: Date, hostId: string): Promise<SyncPlan | undefined> {
  const mirrored = await findMirroredHost(db, hostId);
  if (!mirrored) return undefined;
  const { host, connection } = mirrored;
  const { synced_at, current_at } = connection;
  // Mirrored times depend on the host's zone and address.
  const isRecent =
    synced_at && current_at && now.getTime() - synced_at.getTime() < FULL_MS && host.updated_at <= synced_at;
  return {
    connection,
    plannedAt: now,
    host,
    range: { from: new Date(now.getTime() - DAY_MS), to: new Date(now.getTime() + AHEAD_DAYS * DAY_MS) },
    knownTokens:
      isRecent && connection.status === 'connected'
        ? (fromJson<Record<string, string> | null>(connection.change_tokens) ?? {})
        : {},
  };
}

/**
 * Mirrors the content of a calendar: the busy times of others' entries, and the state of the service's own entries. An
 * entry that its owner deleted or moved is returned as a change if the meeting type takes it over. Otherwise it is shown
 * on the meeting and emitted as an event, the meeting stays as agreed with the lead, and the new time of the entry is
 * busy. A calendar that can't be read any more emits an event, too. A result for settings that have changed since then
 * is dropped.
 */
export async function recordSync(work: Work, plan: SyncPlan, result: SyncResult): Promise<RecordedSync> {
  const { tx, now } = work;
  const connection = await lockCalendarConnection(tx, plan.connection.host_id);
  const { version } = plan.connection;
  if (!connection || connection.version !== version || !isSameCalendar(connection, plan.connection)) {
    return { next: now, changes: [] };
  }
  if (result.kind === 'failed') {
    const attempts = connection.attempts + 1;
    await updateCalendarConnection(tx, connection, {
      status: 'failed',
      error: `${result.code}: ${result.message}`.slice(0, 500),
      attempts,
      checked_at: now,
    });
    if (connection.status !== 'failed') await emitUnreadable(work, connection, result.code);
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), FULL_MS / 6);
    const next = new Date(now.getTime() + Math.max(pause, (result.retryAfterSeconds ?? 0) * 1000));
    return { next, changes: [] };
  }
  const wasOut = connection.status !== 'connected';
  const { columns, changes } =
    result.kind === 'read' ? await mirror(work, plan, connection, result) : { columns: {}, changes: [] };
  await updateCalendarConnection(tx, connection, {
    status: 'connected',
    attempts: 0,
    checked_at: now,
    current_at: now,
    calendar_url: result.calendarUrl,
    ...columns,
  });
  if (wasOut) await wakeWaitingBookings(work, connection);
  return { next: new Date(now.getTime() + CALENDAR_LOOK_MS), changes };
}

/** The time of the next read, and the changes of the calendar's owner to apply to meetings before it. */
export interface RecordedSync {
  next: Date;
  changes: OwnersChange[];
}

type ReadResult = Extract<SyncResult, { kind: 'read' }>;

/** Replaces what was mirrored of a host's calendars. Returns what the connection says of it, and changes to take over. */
async function mirror(
  work: Work,
  { host, range, plannedAt }: SyncPlan,
  connection: CalendarConnectionRow,
  { calendarUrl, readings, addresses }: ReadResult,
): Promise<{ columns: Partial<CalendarConnectionRow>; changes: OwnersChange[] }> {
  const { tx, now } = work;
  const { account_id, host_id } = connection;
  const { timezone } = host;
  const reading = { ...range, timezone, addresses: ownAddresses(host, connection, addresses ?? []) };
  const contents = readings.map((each) => ({ calendarId: each.calendarId, ...contentOf(each, reading) }));
  const occurrences = contents.flatMap(({ calendarId, occurrences: found }) =>
    found.map((each) => ({ calendarId, ...each })),
  );
  // Entries written since then may be newer than the reading.
  const entries = await listActiveEntries(tx, host_id, { from: now, to: range.to, writtenBefore: plannedAt });
  const entryOf = new Map(entries.map((entry) => [entry.meeting_id, entry]));
  const written = occurrences.filter(({ calendarId }) => calendarId === calendarUrl);
  const changes: OwnersChange[] = [];
  for (const entry of entries) {
    const change = await compare(work, entry, written);
    if (change) changes.push(change);
  }
  const taken = new Set(changes.map(({ meetingId }) => meetingId));
  const ids = new Set(occurrences.flatMap(({ uid }) => meetingIdOfUid(uid) ?? []));
  const holders = await listMeetingHolders(tx, account_id, [...ids]);
  const busy = occurrences.filter((item) => {
    const entry = entryOf.get(item.uid);
    // A meeting that moves to the time of its entry occupies that time itself.
    if (taken.has(item.uid)) return false;
    return item.busy && (entry ? !standsAt(entry, item) : !isOwnMeeting(holders, host_id, item.uid));
  });
  const rows = busy.map((item) => busyRow(now, connection, range, item));
  await replaceBusyTimes(tx, host_id, rows);
  const problems = contents.flatMap((each) => each.problems);
  const tokens = readings.flatMap(({ calendarId, token }) => (token === null ? [] : [[calendarId, token]]));
  return {
    columns: {
      // A process that dies before the changes are taken over reads the calendar again.
      change_tokens: changes.length > 0 ? null : JSON.stringify(Object.fromEntries(tokens)),
      synced_at: now,
      user_addresses: addresses === null ? null : JSON.stringify(addresses),
      ...problemsOf(now, connection, problems),
    },
    changes,
  };
}

/** Under which addresses a host is invited: the own one, the login where it is one, and those that the server knows. */
const ownAddresses = (
  { email }: Pick<HostRow, 'email'>,
  { user_name }: CalendarConnectionRow,
  addresses: readonly string[],
): string[] => [email, ...(user_name.includes('@') ? [user_name] : []), ...addresses];

/**
 * Returns whether an entry is that of a meeting which the host holds, and so takes its time already, or held, as the
 * entry written then may still be there. For other hosts an invitation to the meeting is an entry like any other.
 */
function isOwnMeeting(holders: MeetingHolders, hostId: string, uid: string): boolean {
  const id = meetingIdOfUid(uid);
  const meeting = id === undefined ? undefined : holders.get(id);
  if (!meeting) return false;
  return meeting.host_id === hostId || (uid === id && formerHostsOf(meeting).some((host) => host.host_id === hostId));
}

const MAX_PROBLEMS = 100;

/** Returns the connection's problems for entries that can't be read completely. */
function problemsOf(
  now: Date,
  before: CalendarConnectionRow,
  problems: readonly FoundProblem[],
): Partial<CalendarConnectionRow> {
  const all = problems.map(
    ({ ref, uid, summary, reason, startsAt, endsAt }): CalendarEntryProblem => ({
      href: cut(ref, 1000),
      uid: uid === null ? null : storable(uid),
      summary,
      reason: storable(cut(reason, 1000)),
      starts_at: startsAt?.toISOString() ?? null,
      ends_at: endsAt?.toISOString() ?? null,
    }),
  );
  if (all.length === 0) return { error: null, entry_problems: null, problems_since: null };
  const keyOf = ({ href, uid, reason }: CalendarEntryProblem) => JSON.stringify([href, uid, reason]);
  const known = new Set((fromJson<CalendarEntryProblem[] | null>(before.entry_problems) ?? []).map(keyOf));
  const kept = all.slice(0, MAX_PROBLEMS);
  return {
    error: `incomplete: ${all.length === 1 ? 'one entry' : `${all.length} entries`} can't be read completely.`,
    entry_problems: JSON.stringify(kept),
    problems_since: kept.every((each) => known.has(keyOf(each))) ? (before.problems_since ?? now) : now,
  };
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

type FoundProblem = CalendarProblem & { ref: string };

/** Returns the occurrences of a reading, and what can't be read. iCalendar is expanded here. */
function contentOf(
  content: CalendarContent,
  range: Parameters<typeof readCalendarObject>[1],
): { occurrences: CalendarOccurrence[]; problems: FoundProblem[] } {
  if (content.kind === 'occurrences') return content;
  const read = content.objects.map((object) => ({ ref: object.ref, ...readable(object, range) }));
  return {
    occurrences: read.flatMap(({ occurrences }) => occurrences),
    problems: read.flatMap(({ ref, problems }) => problems.map((problem) => ({ ref, ...problem }))),
  };
}

/** Reads one object; whatever is wrong with it, the others are read all the same. */
function readable(
  { data }: CalendarObject,
  range: Parameters<typeof readCalendarObject>[1],
): ReturnType<typeof readCalendarObject> {
  try {
    return readCalendarObject(data, range);
  } catch {
    const nothing = { uid: null, summary: null, startsAt: null, endsAt: null };
    return { occurrences: [], problems: [{ ...nothing, reason: "It can't be read." }] };
  }
}

/** The row of a busy time; what lies outside of the mirrored range is left out, as it may be no time that a row can hold. */
const busyRow = (
  now: Date,
  connection: CalendarConnectionRow,
  { from, to }: SyncPlan['range'],
  { calendarId, uid, startsAt, endsAt }: CalendarOccurrence & { calendarId: string },
): BusyTimeRow => ({
  id: newId(),
  account_id: connection.account_id,
  host_id: connection.host_id,
  provider: connection.provider,
  external_calendar_id: calendarId,
  external_event_id: Buffer.from(uid).subarray(0, 1020),
  starts_at: startsAt < from ? from : startsAt,
  ends_at: endsAt > to ? to : endsAt,
  created_at: now,
});

const LIVE = ['scheduled', 'confirmed'];

/** The statuses of a meeting whose entry was written. */
const WRITTEN: readonly string[] = ['synced', 'deleted_remotely', 'out_of_date'];

/**
 * Compares an entry of the service with the version that it wrote. Returns a change that the meeting's type takes over,
 * and flags any other one.
 */
async function compare(
  { tx, now }: Work,
  entry: CalendarEntryRow,
  found: CalendarOccurrence[],
): Promise<OwnersChange | undefined> {
  const there = found.find(({ uid }) => uid === entry.meeting_id);
  const status = !there ? 'deleted_remotely' : standsAt(entry, there) ? 'synced' : 'out_of_date';
  const differs = (meeting: MeetingRow | undefined) =>
    meeting !== undefined &&
    LIVE.includes(meeting.status) &&
    WRITTEN.includes(meeting.sync_status) &&
    meeting.sync_status !== status;
  if (!differs(await findMeetingById(tx, entry.meeting_id))) return undefined;
  // A meeting that is being changed is written again, so the entry as read is outdated.
  const meeting = await lockMeetingById(tx, entry.meeting_id);
  const latest = await findCalendarEntry(tx, entry.meeting_id);
  if (!meeting || !differs(meeting) || latest?.updated_at.getTime() !== entry.updated_at.getTime()) {
    return undefined;
  }
  // The next write replaces the version that was found.
  await forgetEntryVersion(tx, meeting.id);
  const change = await ownersChange(tx, now, { meeting, entry, there });
  if (change) return change;
  await updateMeeting(tx, meeting.id, { sync_status: status });
  if (status !== 'synced') await emitSyncFailure({ tx, now }, meeting, status);
  return undefined;
}

const WAKE_BATCH = 500;

/** A calendar that answers again gets at once what it missed. */
async function wakeWaitingBookings(work: Work, { host_id }: CalendarConnectionRow): Promise<void> {
  const { tx, now } = work;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const waiting: MeetingRow[] = await claimWaitingBookings(tx, now, host_id, after, WAKE_BATCH);
    for (const meeting of waiting) await wakeBooking(work, meeting, 'the calendar answers');
    after = waiting[WAKE_BATCH - 1]?.id;
  }
}
