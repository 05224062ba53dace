import type { Knex } from 'knex';
import { addToOutbox } from '../db/outbox.js';
import type { MeetingRow } from '../db/tables-meetings.js';

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
