import { createHash } from 'node:crypto';
import { fromJson } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import { findCalendarConnection, findCalendarEntry, putCalendarEntry } from '../../db/meetings/calendar-connections.js';
import { findMeetingParties, lockMeetingById } from '../../db/meetings/meeting-parties.js';
import { updateMeeting } from '../../db/meetings/meetings.js';
import type { CalendarConnectionRow, CalendarEntryRow, HostRow, MeetingRow, MeetingTypeRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type Answers, answerLines } from '../../domain/meetings/answers.js';
import type { CalendarNeed } from '../../domain/meetings/booking-tasks.js';
import { type CalendarMeeting, calendarEntry } from '../../domain/meetings/icalendar.js';
import type { WrittenEntry } from '../../providers/calendar/provider.js';
import type { Conference, Question } from '../../schemas/meetings/meeting-types.js';
import { wakeBooking, wakeCalendarSync } from '../instructions/meetings.js';
import { toCalendarMeeting } from './calendar-entry.js';
import { isSameCalendar, organizerConnection } from './connect-calendar.js';

/** One call to a host's calendar that is due. */
export interface CalendarTask {
  what: 'write' | 'remove';
  meeting: MeetingRow;
  entry: CalendarEntryRow | undefined;
  /** In whose calendar. */
  connection: CalendarConnectionRow;
  /** The content of the entry to write. */
  content: CalendarMeeting;
  conference: Conference | null;
  fingerprint: Buffer;
  /** When the rows said so. */
  lookedAt: Date;
}

/** The outcome of a call to a calendar; `too_late`: it wasn't made, since its reason may no longer hold. */
export type CalendarOutcome =
  | { kind: 'too_late' }
  | { kind: 'done'; written: WrittenEntry | null; calendarUrl: string }
  | { kind: 'failed'; code: string; message: string; retryAfterSeconds?: number };

/** Errors that no retry fixes while the settings stay the same. */
const FINAL_FAULTS = ['auth_failed', 'missing_permission', 'no_calendar'];
const OPTIONAL_REMOVALS = 5;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Returns the difference between a meeting and its host's calendar, and the call that fixes it. */
export async function calendarNeed(
  work: Work,
  meeting: MeetingRow,
  { host, type }: { host: HostRow | undefined; type: MeetingTypeRow | undefined },
): Promise<{ need: CalendarNeed; task?: CalendarTask }> {
  const { tx, now } = work;
  const entry = await findCalendarEntry(tx, meeting.id);
  // A failed write may have created the entry nevertheless.
  const mayExist = entry !== undefined && (entry.href !== null || entry.attempts > 0);
  const elsewhere = mayExist && entry.host_id !== meeting.host_id ? entry.host_id : null;
  const hostId = elsewhere ?? meeting.host_id;
  const connection = hostId === null ? undefined : await findCalendarConnection(tx, meeting.account_id, hostId);
  if (!connection) return { need: { kind: 'none' } };
  const conference = elsewhere ? null : conferenceOf(meeting, { entry, type, connection });
  // The entry shows the link of its own conference already.
  const shown = conference ? { ...meeting, meeting_url: null } : meeting;
  const content = { ...toCalendarMeeting(shown, host), uid: meeting.id, description: describe(shown, type) };
  const fingerprint = fingerprintOf(meeting, calendarEntry(content));
  const wanted = meeting.is_booking && meeting.status !== 'cancelled' && !elsewhere;
  const what = wanted ? 'write' : 'remove';
  const missing = wanted ? !entry?.href && meeting.ends_at > now : mayExist;
  const differs = wanted && entry?.href ? !entry.fingerprint?.equals(fingerprint) : false;
  if (!missing && !differs) {
    return {
      need: { kind: 'settled', state: entry ? meeting.sync_status : 'nothing to do', written: entry !== undefined },
    };
  }
  return {
    need: {
      kind: 'due',
      at: entry?.next_at ?? now,
      state: entry?.attempts ? 'failed, tried again' : 'waits',
      what,
      linkUntil: conference && meeting.meeting_url === null ? linkUntil(meeting) : null,
    },
    task: { what, meeting, entry, connection, content, conference, fingerprint, lookedAt: now },
  };
}

/** The invitation waits this long for the link of a conference. */
const LINK_WAIT_MS = 10 * 60_000;

const linkUntil = ({ rescheduled_at, created_at }: MeetingRow): Date =>
  new Date((rescheduled_at ?? created_at).getTime() + LINK_WAIT_MS);

/** The conference that each provider's calendars create. */
const CONFERENCES: Readonly<Record<string, Conference>> = { google: 'google_meet', microsoft: 'teams' };

/** Returns the conference that an entry has: that of its type, unless the meeting has a link of its own. */
function conferenceOf(
  { meeting_url }: MeetingRow,
  {
    entry,
    type,
    connection,
  }: { entry: CalendarEntryRow | undefined; type: MeetingTypeRow | undefined; connection: CalendarConnectionRow },
): Conference | null {
  if (!type?.conference || CONFERENCES[connection.provider] !== type.conference) return null;
  return meeting_url === null || meeting_url === entry?.join_url ? type.conference : null;
}

/** Returns the description of the entry in the host's own calendar. */
const describe = (meeting: MeetingRow, type: MeetingTypeRow | undefined): string =>
  [
    meeting.description,
    [meeting.attendee_name, meeting.attendee_email, meeting.attendee_phone].filter(Boolean).join(', '),
    answerLines(
      fromJson<Question[] | null>(type?.questions ?? null) ?? [],
      fromJson<Answers | null>(meeting.answers),
    ).join('\n'),
    meeting.meeting_url && `Join: ${meeting.meeting_url}`,
  ]
    .filter(Boolean)
    .join('\n\n');

/** Of what the entry says, without the stamps and numbers that change when nothing else does. */
const fingerprintOf = ({ host_id }: MeetingRow, data: string): Buffer =>
  createHash('sha256')
    .update(`${host_id}\n${data.replace(/^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE)[:;].*\r?\n/gm, '')}`)
    .digest();

/**
 * Records the outcome of a calendar call. A failure never affects the booking. It is shown on the meeting, reported
 * once as an event, and retried with growing pauses. The removal of an entry that may not exist is given up soon. So is
 * that of an entry at a former host, because the current host's calendar waits for it. A call to a calendar that the
 * host has disconnected since then is ignored. The booking is woken if the meeting has changed since the read, because
 * the change may have found nothing to do in the calendar yet.
 */
export async function recordCalendar(work: Work, task: CalendarTask, outcome: CalendarOutcome): Promise<void> {
  const { tx, now } = work;
  if (outcome.kind === 'too_late') return;
  const meeting = await lockMeetingById(tx, task.meeting.id);
  if (!meeting) return;
  const { connection, what } = task;
  const current = await findCalendarConnection(tx, meeting.account_id, connection.host_id);
  if (!current || !isSameCalendar(current, connection)) return;
  const before = await findCalendarEntry(tx, meeting.id);
  if (before && !hasSameContent(before, task.entry)) return recordCrossed(work, meeting, task, before, outcome);
  const attempts = (before?.attempts ?? 0) + 1;
  const base = { meeting_id: meeting.id, account_id: meeting.account_id, host_id: connection.host_id, updated_at: now };
  const gone = { ...NO_ENTRY, attempts: 0, next_at: null };
  if (outcome.kind === 'failed' && outcome.code === 'changed' && before) {
    await recordChanged(work, meeting, connection, before);
    return;
  }
  if (outcome.kind === 'failed') {
    if (attempts === 1) await emitSyncFailure(work, meeting, outcome.code);
    const isOptional = what === 'remove' && (connection.host_id !== meeting.host_id || !before?.href);
    if (isOptional && (FINAL_FAULTS.includes(outcome.code) || attempts >= OPTIONAL_REMOVALS)) {
      await putCalendarEntry(tx, { ...base, ...gone });
      await updateMeeting(tx, meeting.id, isWithdrawn(connection, meeting, { now, joinUrl: before?.join_url ?? null }));
      return;
    }
    const pause = pauseAfter(attempts, outcome);
    await putCalendarEntry(tx, {
      ...base,
      ...(before ? contentOf(before) : NO_ENTRY),
      host_id: before?.href ? before.host_id : connection.host_id,
      attempts,
      next_at: new Date(now.getTime() + pause),
    });
    await updateMeeting(tx, meeting.id, { sync_status: 'failed', sync_error: outcome.message });
    return;
  }
  const { written } = outcome;
  if (written && lacksLink(task, written)) {
    const retries = linkUntil(meeting) > now;
    const again = { fingerprint: null, attempts, next_at: new Date(now.getTime() + pauseAfter(attempts, {})) };
    await putCalendarEntry(tx, { ...base, ...gone, ...writtenColumns(task, written), ...(retries && again) });
    const isAwaited = retries && written.isLinkPending === true;
    const state = isAwaited
      ? ({ sync_status: 'pending' } as const)
      : ({ sync_status: 'failed', sync_error: NO_CONFERENCE } as const);
    await updateMeeting(tx, meeting.id, { ...isEntryIn(connection, meeting, outcome.calendarUrl, now), ...state });
    if (!isAwaited && meeting.sync_status !== 'failed') await emitSyncFailure(work, meeting, 'no_conference');
    return;
  }
  await putCalendarEntry(tx, { ...base, ...gone, ...(written ? writtenColumns(task, written) : {}) });
  const columns = written
    ? { ...isEntryIn(connection, meeting, outcome.calendarUrl, now), ...linkOf(task, meeting, written) }
    : isWithdrawn(connection, meeting, { now, joinUrl: before?.join_url ?? null });
  await updateMeeting(tx, meeting.id, columns);
  const { need } = await calendarNeed(work, meeting, await findMeetingParties(tx, meeting));
  if (need.kind === 'due') await wakeBooking(work, meeting, 'written late');
}

const NO_ENTRY = {
  href: null,
  etag: null,
  join_url: null,
  fingerprint: null,
  starts_at: null,
  ends_at: null,
} satisfies Partial<CalendarEntryRow>;

/** Returns the columns that describe the entry itself. */
const contentOf = ({ href, etag, join_url, fingerprint, starts_at, ends_at }: CalendarEntryRow) => ({
  href,
  etag,
  join_url,
  fingerprint,
  starts_at,
  ends_at,
});

const writtenColumns = (
  { fingerprint, meeting: { starts_at, ends_at }, entry }: CalendarTask,
  { ref, etag, joinUrl }: WrittenEntry,
) => ({ href: ref, etag, join_url: joinUrl ?? entry?.join_url ?? null, fingerprint, starts_at, ends_at });

/** The reason of a meeting whose entry has no video conference. */
export const NO_CONFERENCE =
  "The calendar created no video conference. Turn it on for the calendar's owner, or set a meeting URL in the meeting type.";

/**
 * Returns whether the entry has no conference: Microsoft takes such an entry without an error, and Google may create the
 * conference later. It is written again while the invitation waits for the link. Then the meeting remains without one.
 */
const lacksLink = ({ conference, entry }: CalendarTask, { joinUrl }: WrittenEntry): boolean =>
  conference !== null && (joinUrl ?? entry?.join_url ?? null) === null;

/** The link of a conference becomes the meeting's, unless it has got another one since then. */
const linkOf = ({ conference }: CalendarTask, meeting: MeetingRow, { joinUrl }: WrittenEntry): Partial<MeetingRow> =>
  conference && joinUrl !== null && meeting.meeting_url === null ? { meeting_url: joinUrl } : {};

/** Returns the pause before the next attempt. The server can ask for a longer one. */
const pauseAfter = (attempts: number, { retryAfterSeconds = 0 }: { retryAfterSeconds?: number }): number =>
  Math.max(Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS), retryAfterSeconds * 1000);

/**
 * Records that the owner changed the entry before it was written again. The calendar is read first, which can move or
 * cancel the meeting. Then the entry is written, whatever its version.
 */
async function recordChanged(
  work: Work,
  meeting: MeetingRow,
  connection: CalendarConnectionRow,
  before: CalendarEntryRow,
): Promise<void> {
  const { tx, now } = work;
  await putCalendarEntry(tx, {
    ...before,
    etag: null,
    next_at: new Date(now.getTime() + FIRST_PAUSE_MS),
    updated_at: now,
  });
  await updateMeeting(tx, meeting.id, { sync_status: 'synced' });
  await wakeCalendarSync(work, connection);
}

const hasSameContent = (one: CalendarEntryRow, other: CalendarEntryRow | undefined): boolean =>
  one.href === (other?.href ?? null) &&
  (one.href === null || (one.host_id === other?.host_id && same(one.fingerprint, other.fingerprint)));

const same = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other);

/**
 * Records a call that overlapped another process's call, which was recorded first. The order in the calendar is
 * unknown, so the entry counts as different from the meeting.
 */
async function recordCrossed(
  work: Work,
  meeting: MeetingRow,
  task: CalendarTask,
  before: CalendarEntryRow,
  outcome: CalendarOutcome,
): Promise<void> {
  const { tx, now } = work;
  const written = outcome.kind === 'done' ? outcome.written : null;
  const columns = written ? { host_id: task.connection.host_id, ...writtenColumns(task, written) } : {};
  const unsure = { fingerprint: null, etag: null, attempts: 0, next_at: null, updated_at: now };
  await putCalendarEntry(tx, { ...before, ...columns, ...unsure });
  await wakeBooking(work, meeting, 'written late');
}

const isEntryIn = (
  connection: CalendarConnectionRow,
  meeting: MeetingRow,
  calendarUrl: string,
  now: Date,
): Partial<MeetingRow> => ({
  sync_status: 'synced',
  sync_error: null,
  synced_at: now,
  external_calendar_provider: connection.provider,
  external_calendar_id: calendarUrl,
  external_event_id: Buffer.from(meeting.id),
  organizer_connection_type: organizerConnection(connection.provider),
});

/** A meeting that has left a calendar agrees with it, or is yet to be written into that of its next host, if any. */
const isWithdrawn = (
  connection: CalendarConnectionRow,
  meeting: MeetingRow,
  { now, joinUrl }: { now: Date; joinUrl: string | null },
): Partial<MeetingRow> => ({
  ...(connection.host_id === meeting.host_id ? { sync_status: 'synced', synced_at: now } : { sync_status: 'pending' }),
  sync_error: null,
  external_calendar_id: null,
  external_event_id: null,
  // The conference ended with its entry.
  ...(joinUrl !== null && meeting.meeting_url === joinUrl ? { meeting_url: null } : {}),
});

/** Tells that a meeting and the host's calendar don't agree, and why. */
export const emitSyncFailure = (work: Pick<Work, 'tx' | 'now'>, meeting: MeetingRow, reason: string): Promise<void> =>
  insertEvents(work.tx, work.now, [
    {
      accountId: meeting.account_id,
      leadId: meeting.lead_id,
      type: 'meeting.sync_failed',
      data: { meeting_id: meeting.id, host_id: meeting.host_id, reason },
      origin: { kind: 'system', id: meeting.id, depth: 1 },
    },
  ]);
