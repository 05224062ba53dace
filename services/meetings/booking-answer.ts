import { fromJson } from '../../db/connection.js';
import type { MeetingRow, MeetingTypeRow } from '../../db/tables-meetings.js';
import type { SlotCheck } from '../../domain/meetings/slots.js';
import type { BookingOperations, BookingWarning } from '../../schemas/book-meeting.js';
import type { BookingRequest } from './booking-request.js';

const MINUTE_MS = 60_000;
/** A meeting that begins sooner than this leaves its host little time to see it. */
const SHORT_NOTICE_MINUTES = 60;

interface Circumstances {
  now: Date;
  request: BookingRequest;
  meeting: MeetingRow;
  type: MeetingTypeRow;
  check: SlotCheck;
  /** Whether the lead has another meeting on that day. */
  sameDay: boolean;
}

/** What whoever booked should know, none of which kept the booking from being made. */
export function bookingWarnings({ now, request, meeting, type, check, sameDay }: Circumstances): BookingWarning[] {
  const wantsInvitation = request.inviteLead ?? type.invite_by_default === 1;
  const warnings: [BookingWarning, boolean][] = [
    ['calendar_not_connected', meeting.sync_status === 'not_connected'],
    ['calendar_sync_pending', meeting.sync_status === 'pending'],
    ['lead_without_email', meeting.attendee_email === null],
    ['invite_skipped', wantsInvitation && meeting.invite_lead === 0],
    ['short_notice', meeting.starts_at.getTime() - now.getTime() < SHORT_NOTICE_MINUTES * MINUTE_MS],
    ['outside_business_hours', check.outsideHours],
    ['duplicate_meeting_same_day', sameDay],
  ];
  return warnings.filter(([, holds]) => holds).map(([code]) => code);
}

/** How many reminders a meeting of a type still gets. */
export const remindersAhead = (now: Date, startsAt: Date, type: MeetingTypeRow): number =>
  fromJson<{ minutes_before: number }[]>(type.reminders).filter(
    ({ minutes_before }) => startsAt.getTime() - minutes_before * MINUTE_MS > now.getTime(),
  ).length;

/** What the booking did, and what it set off. */
export const operationsOf = (now: Date, meeting: MeetingRow, type: MeetingTypeRow): BookingOperations => ({
  meeting: 'created',
  calendar: meeting.sync_status === 'pending' ? 'queued' : 'skipped',
  invitation: meeting.invite_lead === 1 ? 'queued' : 'skipped',
  cadence: 'unchanged',
  reminders: remindersAhead(now, meeting.starts_at, type),
});
