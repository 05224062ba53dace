import type { MeetingRow, MeetingTypeRow } from '../../db/tables-meetings.js';
import { remindersAhead } from '../../domain/booking-tasks.js';
import type { SlotCheck } from '../../domain/meetings/slots.js';
import type { BookingOperations, BookingWarning } from '../../schemas/book-meeting.js';
import type { Channel } from '../../schemas/cadence.js';
import { remindersOf } from './reminders.js';

const MINUTE_MS = 60_000;
/** A meeting that begins sooner than this leaves its host little time to see it. */
const SHORT_NOTICE_MINUTES = 60;

interface Circumstances {
  now: Date;
  meeting: MeetingRow;
  check: SlotCheck;
  /** Whether the host's calendar could not be read the last time, so that its busy times may be old. */
  calendarFails: boolean;
  /** Whether the lead has another meeting on that day. */
  sameDay: boolean;
}

/** What whoever booked should know, none of which kept the booking from being made. */
export function bookingWarnings({ now, meeting, check, sameDay, calendarFails }: Circumstances): BookingWarning[] {
  const warnings: [BookingWarning, boolean][] = [
    ['calendar_not_connected', meeting.sync_status === 'not_connected'],
    ['calendar_sync_pending', meeting.sync_status === 'pending'],
    ['calendar_sync_failed', calendarFails],
    ['lead_without_email', meeting.attendee_email === null],
    ['invite_skipped', meeting.invite_lead === 1 && meeting.invitation_status === 'none'],
    ['short_notice', meeting.starts_at.getTime() - now.getTime() < SHORT_NOTICE_MINUTES * MINUTE_MS],
    ['outside_business_hours', check.outsideHours],
    ['duplicate_meeting_same_day', sameDay],
  ];
  return warnings.filter(([, holds]) => holds).map(([code]) => code);
}

/** What the booking did, and what it set off; `reaches` tells whether the lead can be written to on a channel. */
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
    { startsAt: meeting.starts_at, inviteLead: meeting.invite_lead === 1, reminders: remindersOf(type) },
    now,
  ).filter(({ channel }) => reaches(channel as Channel)).length,
});
