import { listMeetingsInCalendars } from '../../db/meetings/calendar-mirror.js';
import { findNoticeOf } from '../../db/meetings/meeting-notices.js';
import { findMeetingById } from '../../db/meetings/meeting-parties.js';
import type { CalendarConnectionRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { calendarSyncWorkflowId } from '../../domain/flow/ids.js';
import { isHandedOver } from '../../domain/meetings/booking-tasks.js';
import { instruct, startOf } from './instruct.js';

/** The parts of a meeting that an instruction needs. */
export type InstructedMeeting = Pick<MeetingRow, 'id' | 'account_id' | 'lead_id' | 'booking_workflow_id'>;

/** Starts the workflow of a booking once. Later changes only wake it. Recorded meetings have no workflow. */
export const startBooking = (work: Work, meeting: InstructedMeeting): Promise<void> =>
  instructBooking(work, meeting, 'Does what follows a booking: calendar, invitation, reminders');

/**
 * Wakes a booking's workflow after the caller's transaction has committed. A workflow that ended is started again.
 * Meetings that were only recorded have none. Safe to repeat.
 */
export const wakeBooking = (work: Work, meeting: InstructedMeeting, reason: string): Promise<void> =>
  instructBooking(work, meeting, 'Does what follows a booking', reason);

async function instructBooking(work: Work, meeting: InstructedMeeting, summary: string, wake?: string): Promise<void> {
  if (meeting.booking_workflow_id === null) return;
  await instruct(work, [
    startOf(meeting.booking_workflow_id, {
      workflow: 'bookingWorkflow',
      kind: 'booking',
      summary,
      accountId: meeting.account_id,
      leadId: meeting.lead_id,
      input: { meetingId: meeting.id },
      ...(wake === undefined ? {} : { wake }),
    }),
  ]);
}

/** Wakes the booking of the meeting that a message tells of, which may have changed while the message was on its way. */
export async function reviewNotice(work: Work, messageId: string, reason: string): Promise<void> {
  const { tx } = work;
  const notice = await findNoticeOf(tx, messageId);
  const meeting = notice && (await findMeetingById(tx, notice.meeting_id));
  if (meeting) await wakeBooking(work, meeting, reason);
}

/** Wakes the booking whose workflow sends a message; answers false for a message that no meeting's workflow sends. */
export async function wakeBookingOf(work: Work, messageId: string, reason: string): Promise<boolean> {
  const { tx } = work;
  const notice = await findNoticeOf(tx, messageId);
  const meeting = notice && (await findMeetingById(tx, notice.meeting_id));
  if (!meeting || isHandedOver(notice.notice_key)) return false;
  await wakeBooking(work, meeting, reason);
  return true;
}

/**
 * Wakes the bookings of a lead with entries in hosts' own calendars. The entries are rewritten from the current rows,
 * so that an erased lead is removed there too.
 */
export async function wakeCalendarsOfLead(work: Work, leadId: string): Promise<void> {
  const { tx } = work;
  for (const meeting of await listMeetingsInCalendars(tx, leadId)) await wakeBooking(work, meeting, 'lead erased');
}

/** Wakes the workflow of the host's calendar right after the commit. */
export const wakeCalendarSync = (
  work: Work,
  { host_id, account_id }: Pick<CalendarConnectionRow, 'host_id' | 'account_id'>,
  wake = 'settings changed',
): Promise<void> =>
  instruct(work, [
    startOf(calendarSyncWorkflowId(host_id), {
      workflow: 'calendarSyncWorkflow',
      kind: 'calendar_sync',
      summary: 'Mirrors a host’s calendar',
      accountId: account_id,
      input: { hostId: host_id },
      wake,
    }),
  ]);
