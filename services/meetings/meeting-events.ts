import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import type { MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import type { EventKind } from '../../schemas/events/events.js';
import { applyLeadEvent, type LeadEventResult } from '../agent-runs/exit-rules.js';

type MeetingEvent = Extract<EventKind, `meeting.${string}`>;

/** Returns the data of a meeting's events: IDs and times. */
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
export async function emitMeetingEvent(
  work: Work,
  meeting: MeetingRow,
  type: MeetingEvent,
  origin: EventOrigin,
  more: Record<string, unknown> = {},
): Promise<LeadEventResult> {
  const { tx, now } = work;
  const id = newId();
  const data = { ...factsOf(meeting), ...more };
  const result = await applyLeadEvent(work, {
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

/** Returns the lead's open run of the agent that a meeting is booked for. */
export const runOf = ({ runs }: LeadEventResult, { agent_id }: MeetingRow): string | null =>
  runs.find((run) => agent_id !== null && run.agent_id === agent_id)?.id ?? null;
