import { fromJson } from '../../db/connection.js';
import type { BookingReferences } from '../../db/meetings/bookings.js';
import type { MeetingRow, MeetingTypeRow } from '../../db/tables.js';
import { remindersAhead } from '../../domain/meetings/booking-tasks.js';
import type { SlotCheck } from '../../domain/meetings/slots.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { BookingOperations, BookingWarning } from '../../schemas/meetings/book-meeting.js';
import type { Meeting, ProviderSync } from '../../schemas/meetings/meetings.js';
import type { Invalid, SlotRefused } from './booking-request.js';
import { remindersOf } from './host-availability.js';
import { toMeeting, toProviderSync } from './meeting-view.js';

export interface Booked {
  outcome: 'booked';
  replayed: boolean;
  view: BookedView;
  warnings: string[];
  operations: BookingOperations;
}

export type BookingOutcome = Booked | Invalid | SlotRefused | { outcome: 'key_reused' } | { outcome: 'in_progress' };

const MINUTE_MS = 60_000;
/** A meeting that begins sooner than this leaves its host little time to see it. */
const SHORT_NOTICE_MINUTES = 60;

interface Circumstances {
  now: Date;
  meeting: MeetingRow;
  check: SlotCheck;
  /** True if the host's calendar can't be read or is late, so its busy times may be outdated. */
  calendarFails: boolean;
  /** True if the lead has another meeting on that day. */
  sameDay: boolean;
}

/** Lists the warnings for the booking's caller. None of them prevented the booking. */
export function bookingWarnings({ now, meeting, check, sameDay, calendarFails }: Circumstances): BookingWarning[] {
  const warnings: [BookingWarning, boolean][] = [
    ['calendar_not_connected', meeting.sync_status === 'not_connected'],
    ['calendar_sync_pending', meeting.sync_status === 'pending'],
    ['calendar_sync_failed', calendarFails],
    ['lead_without_email', meeting.attendee_email === null],
    ['invite_skipped', meeting.invite_lead && meeting.invitation_status === 'none'],
    ['short_notice', meeting.starts_at.getTime() - now.getTime() < SHORT_NOTICE_MINUTES * MINUTE_MS],
    ['outside_business_hours', check.outsideHours],
    ['duplicate_meeting_same_day', sameDay],
  ];
  return warnings.filter(([, holds]) => holds).map(([code]) => code);
}

/** Lists what the booking did, and what it set off; `reaches` tells whether the lead can be written to on a channel. */
export const operationsOf = (
  now: Date,
  meeting: MeetingRow,
  type: MeetingTypeRow,
  reaches: (channel: Channel) => boolean,
): BookingOperations => ({
  meeting: 'created',
  calendar: meeting.sync_status === 'pending' ? 'queued' : 'skipped',
  invitation: meeting.invitation_status === 'queued' ? 'queued' : 'skipped',
  cadence: 'unchanged',
  reminders: remindersAhead(
    { startsAt: meeting.starts_at, inviteLead: meeting.invite_lead, reminders: remindersOf(type) },
    now,
  ).filter(({ channel }) => reaches(channel as Channel)).length,
});

/** The part of a booking's response about its meeting. */
export interface BookedView {
  meeting: Meeting;
  provider_sync: ProviderSync;
}

/** The time in which a key returns its first response unchanged. */
const STORED_MS = 24 * 3_600_000;

export const viewOf = (meeting: MeetingRow): BookedView => ({
  meeting: toMeeting(meeting),
  provider_sync: toProviderSync(meeting),
});

/** Returns true if a meeting is unchanged since it was booked. */
const standsAs = ({ meeting }: BookedView, row: MeetingRow): boolean =>
  meeting.status === row.status &&
  meeting.starts_at === row.starts_at.toISOString() &&
  meeting.host_id === row.host_id &&
  meeting.rescheduled_at === (row.rescheduled_at?.toISOString() ?? null);

/**
 * Returns the response for a key that has booked. For a day it is the stored response, byte for byte, as long as the
 * meeting is unchanged. After that, or once it was moved, confirmed or cancelled, it is the current meeting.
 */
export function replayView(
  now: Date,
  key: NonNullable<BookingReferences['key']>,
  meeting: MeetingRow,
): { view: BookedView; operations: BookingOperations } {
  const operations = fromJson<BookingOperations>(key.operations);
  const stored = fromJson<BookedView | null>(key.answer);
  const isRecent = now.getTime() - key.created_at.getTime() < STORED_MS;
  if (stored && isRecent && standsAs(stored, meeting)) return { view: stored, operations };
  return { view: viewOf(meeting), operations: { ...operations, meeting: 'replayed' } };
}
