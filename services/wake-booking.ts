import type { Knex } from 'knex';
import { findNoticeOf } from '../db/meeting-notices.js';
import { addToOutbox } from '../db/outbox.js';
import type { MeetingRow } from '../db/tables-meetings.js';
import { isHandedOver } from '../domain/booking-tasks.js';

/** What a wake-up needs to know of a meeting. */
export type WakeableMeeting = Pick<MeetingRow, 'id' | 'account_id' | 'lead_id' | 'booking_workflow_id'>;

/**
 * Has a booking's workflow look at its rows again, once the caller's transaction has committed; one that ended is
 * started anew. Meetings that were only recorded have none. Harmless to repeat.
 */
export async function wakeBooking(tx: Knex, now: Date, meeting: WakeableMeeting, reason: string): Promise<void> {
  if (meeting.booking_workflow_id === null) return;
  await addToOutbox(tx, now, [
    {
      accountId: meeting.account_id,
      kind: 'workflow',
      workflowId: meeting.booking_workflow_id,
      args: {
        workflow: 'bookingWorkflow',
        kind: 'booking',
        summary: 'Does what follows a booking',
        accountId: meeting.account_id,
        leadId: meeting.lead_id,
        input: { meetingId: meeting.id },
        wake: reason,
      },
    },
  ]);
}

/** The same for the meeting that a message tells of, which may have changed while the message was on its way. */
export async function reviewNotice(tx: Knex, now: Date, messageId: string, reason: string): Promise<void> {
  const notice = await findNoticeOf(tx, messageId);
  const meeting = notice && (await tx('meetings').where({ id: notice.meeting_id }).first());
  if (meeting) await wakeBooking(tx, now, meeting, reason);
}

/** The same for the meeting whose workflow sends a message; false for a message that no meeting's workflow sends. */
export async function wakeBookingOf(tx: Knex, now: Date, messageId: string, reason: string): Promise<boolean> {
  const notice = await findNoticeOf(tx, messageId);
  const meeting = notice && (await tx('meetings').where({ id: notice.meeting_id }).first());
  if (!meeting || isHandedOver(notice.notice_key)) return false;
  await wakeBooking(tx, now, meeting, reason);
  return true;
}

/**
 * The same for what stands of a lead in hosts' own calendars: it is written anew by what the rows say now, so that an
 * erased lead is forgotten there too.
 */
export async function wakeCalendarsOfLead(tx: Knex, now: Date, leadId: string): Promise<void> {
  const meetings: MeetingRow[] = await tx('meetings')
    .where({ lead_id: leadId })
    .whereIn('id', tx('calendar_entries').whereNotNull('href').select('meeting_id'));
  for (const meeting of meetings) await wakeBooking(tx, now, meeting, 'lead erased');
}
