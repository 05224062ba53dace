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
import type { Question } from '../../schemas/meetings/meeting-types.js';
import { wakeBooking } from '../instructions/meetings.js';
import { toCalendarMeeting } from './calendar-entry.js';
import { isSameCalendar } from './connect-calendar.js';

/** One call to a host's calendar that is due. */
export interface CalendarTask {
  what: 'write' | 'remove';
  meeting: MeetingRow;
  entry: CalendarEntryRow | undefined;
  /** In whose calendar. */
  connection: CalendarConnectionRow;
  /** The content of the entry to write. */
  content: CalendarMeeting;
  fingerprint: Buffer;
  /** When the rows said so. */
  lookedAt: Date;
}

/** The outcome of a call to a calendar; `too_late`: it wasn't made, since its reason may no longer hold. */
export type CalendarOutcome =
  | { kind: 'too_late' }
  | { kind: 'done'; href: string | null; calendarUrl: string }
  | { kind: 'failed'; code: string; message: string };

/** Errors that no retry fixes while the settings stay the same. */
const FINAL_FAULTS = ['auth_failed', 'no_calendar'];
const REMOVALS_ELSEWHERE = 5;
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
  const elsewhere = entry?.href && entry.host_id !== meeting.host_id ? entry.host_id : null;
  const hostId = elsewhere ?? meeting.host_id;
  const connection = hostId === null ? undefined : await findCalendarConnection(tx, meeting.account_id, hostId);
  if (!connection) return { need: { kind: 'none' } };
  const content = { ...toCalendarMeeting(meeting, host), uid: meeting.id, description: describe(meeting, type) };
  const fingerprint = fingerprintOf(meeting, calendarEntry(content));
  const wanted = meeting.is_booking && meeting.status !== 'cancelled' && !elsewhere;
  const what = wanted ? 'write' : 'remove';
  const missing = wanted ? !entry?.href && meeting.ends_at > now : Boolean(entry?.href);
  const differs = wanted && entry?.href ? !entry.fingerprint?.equals(fingerprint) : false;
  if (!missing && !differs) {
    return {
      need: { kind: 'settled', state: entry ? meeting.sync_status : 'nothing to do', written: entry !== undefined },
    };
  }
  return {
    need: { kind: 'due', at: entry?.next_at ?? now, state: entry?.attempts ? 'failed, tried again' : 'waits', what },
    task: { what, meeting, entry, connection, content, fingerprint, lookedAt: now },
  };
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
 * once as an event, and retried with growing pauses. The entry at a former host is given up soon, because the current
 * host's calendar waits for it. A call to a calendar that the host has disconnected since then is ignored. The booking
 * is woken if the meeting has changed since the read, because the change may have found nothing to do in the calendar
 * yet.
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
  if (before && !saysTheSame(before, task.entry)) return recordCrossed(work, meeting, task, before, outcome);
  const attempts = (before?.attempts ?? 0) + 1;
  const base = { meeting_id: meeting.id, account_id: meeting.account_id, host_id: connection.host_id, updated_at: now };
  const gone = { href: null, fingerprint: null, starts_at: null, ends_at: null, attempts: 0, next_at: null };
  if (outcome.kind === 'failed') {
    if (attempts === 1) await emitSyncFailure(work, meeting, outcome.code);
    const elsewhere = what === 'remove' && connection.host_id !== meeting.host_id;
    if (elsewhere && (FINAL_FAULTS.includes(outcome.code) || attempts >= REMOVALS_ELSEWHERE)) {
      await putCalendarEntry(tx, { ...base, ...gone });
      await updateMeeting(tx, meeting.id, standsNoMore(connection, meeting, now));
      return;
    }
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    await putCalendarEntry(tx, {
      ...base,
      href: before?.href ?? null,
      host_id: before?.href ? before.host_id : connection.host_id,
      fingerprint: before?.fingerprint ?? null,
      starts_at: before?.starts_at ?? null,
      ends_at: before?.ends_at ?? null,
      attempts,
      next_at: new Date(now.getTime() + pause),
    });
    await updateMeeting(tx, meeting.id, { sync_status: 'failed', sync_error: outcome.message });
    return;
  }
  const written = what === 'write';
  const { fingerprint } = task;
  const { starts_at, ends_at } = task.meeting;
  await putCalendarEntry(tx, {
    ...base,
    ...gone,
    ...(written ? { href: outcome.href, fingerprint, starts_at, ends_at } : {}),
  });
  const stands = written
    ? standsIn(connection, meeting, outcome.calendarUrl, now)
    : standsNoMore(connection, meeting, now);
  await updateMeeting(tx, meeting.id, stands);
  const { need } = await calendarNeed(work, meeting, await findMeetingParties(tx, meeting));
  if (need.kind === 'due') await wakeBooking(work, meeting, 'written late');
}

const saysTheSame = (one: CalendarEntryRow, other: CalendarEntryRow | undefined): boolean =>
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
  { what, connection, meeting: { starts_at, ends_at } }: CalendarTask,
  before: CalendarEntryRow,
  outcome: CalendarOutcome,
): Promise<void> {
  const { tx, now } = work;
  const written = outcome.kind === 'done' && what === 'write';
  const stands = written ? { host_id: connection.host_id, href: outcome.href, starts_at, ends_at } : {};
  const unsure = { fingerprint: null, attempts: 0, next_at: null, updated_at: now };
  await putCalendarEntry(tx, { ...before, ...stands, ...unsure });
  await wakeBooking(work, meeting, 'written late');
}

const standsIn = (
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
  organizer_connection_type: `${connection.provider}_password`,
});

/** A meeting that has left a calendar agrees with it, or is yet to be written into that of its next host, if any. */
const standsNoMore = (connection: CalendarConnectionRow, meeting: MeetingRow, now: Date): Partial<MeetingRow> => ({
  ...(connection.host_id === meeting.host_id ? { sync_status: 'synced', synced_at: now } : { sync_status: 'pending' }),
  sync_error: null,
  external_calendar_id: null,
  external_event_id: null,
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
