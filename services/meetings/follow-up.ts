import type { Knex } from 'knex';
import { type EventOrigin, insertEvents } from '../../db/events.js';
import { addToOutbox } from '../../db/outbox.js';
import type { MeetingRow } from '../../db/tables-meetings.js';
import { newId } from '../../runtime/ids.js';
import type { EventKind } from '../../schemas/events.js';
import { applyLeadEvent, type LeadEventResult } from '../exit-rules.js';

type MeetingEvent = Extract<EventKind, `meeting.${string}`>;

/** What a meeting's events say: ids and times. */
const factsOf = (meeting: MeetingRow): Record<string, unknown> => ({
  meeting_id: meeting.id,
  meeting_type_id: meeting.meeting_type_id,
  host_id: meeting.host_id,
  workflow_id: meeting.agent_id,
  status: meeting.status,
  starts_at: meeting.starts_at.toISOString(),
  ends_at: meeting.ends_at.toISOString(),
});

/**
 * Tells of a change of a meeting in the transaction that makes it: the event, and what the agents' exit rules make of
 * it. Call it before the meeting's row is written where the row is to name the run, which the answer tells.
 */
export async function tellOfMeeting(
  tx: Knex,
  now: Date,
  meeting: MeetingRow,
  type: MeetingEvent,
  origin: EventOrigin,
  more: Record<string, unknown> = {},
): Promise<LeadEventResult> {
  const id = newId();
  const data = { ...factsOf(meeting), ...more };
  const result = await applyLeadEvent(tx, now, {
    accountId: meeting.account_id,
    leadId: meeting.lead_id,
    eventType: type,
    eventId: id,
    data,
    origin,
  });
  const agentRunId = meeting.agent_run_id ?? runOf(result, meeting);
  const event = { id, accountId: meeting.account_id, type, leadId: meeting.lead_id, agentRunId, data, origin };
  await insertEvents(tx, now, [event]);
  return result;
}

/** The lead's open run of the agent that a meeting is booked for. */
export const runOf = ({ runs }: LeadEventResult, { agent_id }: MeetingRow): string | null =>
  runs.find((run) => agent_id !== null && run.agent_id === agent_id)?.id ?? null;

/** Has Temporal do what follows a booking, once; what changes later only wakes it. Recorded meetings have no workflow. */
export async function followUp(tx: Knex, now: Date, meeting: MeetingRow): Promise<void> {
  if (meeting.booking_workflow_id === null) return;
  await addToOutbox(tx, now, [
    {
      accountId: meeting.account_id,
      kind: 'workflow',
      workflowId: meeting.booking_workflow_id,
      args: {
        workflow: 'bookingWorkflow',
        kind: 'booking',
        summary: 'Does what follows a booking: calendar, invitation, reminders',
        accountId: meeting.account_id,
        leadId: meeting.lead_id,
        input: { meetingId: meeting.id },
      },
    },
  ]);
}
