import { updateRun } from '../../db/agent-runs/agent-runs.js';
import { leaveQueues } from '../../db/channels/line-places.js';
import { type EventOrigin, insertEvents, type NewEvent } from '../../db/events/events.js';
import { cancelPendingOfRun, listPendingOfRun } from '../../db/messages/pending-of-run.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { RunStatus, StopReason } from '../../schemas/agents/agents.js';
import { wakeRun } from '../instructions/agent-runs.js';

/** A run's messages at a pause or an end. */
export interface PendingMessages {
  /** The number of waiting messages that are cancelled. */
  cancelled: number;
  /** The messages that are with their provider at this moment. */
  inFlight: string[];
}

/**
 * Cancels what a run, whose row the caller has locked, has not sent yet. Claims need that lock too, so nothing but
 * what is named as in flight can leave once the caller has committed. With `butRefused`, messages that had left and
 * that their provider refused later are kept: they wait for another try of their own.
 */
export async function cancelPendingMessages(
  work: Work,
  agentRunId: string,
  { butRefused }: { butRefused: boolean },
): Promise<PendingMessages> {
  const { tx, now } = work;
  const rows = await listPendingOfRun(tx, agentRunId);
  const inFlight = rows.filter(({ status }) => status === 'sending').map(({ id }) => id);
  work.inFlight(inFlight);
  if (inFlight.length === rows.length) return { cancelled: 0, inFlight };
  const cancelled = await cancelPendingOfRun(tx, now, agentRunId, { butRefused });
  return { cancelled, inFlight };
}

export interface RunEnd {
  runStatus: Exclude<RunStatus, 'running'>;
  stopReason: StopReason;
  origin: EventOrigin;
  /** False when the run's own workflow ends it and needs no telling. */
  wake?: boolean;
  /** Facts for the event, such as the step or the reason given. */
  data?: Record<string, unknown>;
}

const EVENT_OF = {
  completed: 'workflow_run.completed',
  stopped: 'workflow_run.stopped',
  failed: 'workflow_run.failed',
  transferred: 'workflow_run.transferred',
  expired: 'workflow_run.stopped',
} as const;

const STATE_OF = {
  completed: 'completed',
  stopped: 'stopped',
  failed: 'failed',
  transferred: 'stopped',
  expired: 'stopped',
} as const;

/** Returns the columns of a run that has ended. */
export const endedColumns = (now: Date, end: Pick<RunEnd, 'runStatus' | 'stopReason'>): Partial<AgentRunRow> => ({
  open_slot: null,
  run_status: end.runStatus,
  cadence_state: STATE_OF[end.runStatus],
  stop_reason: end.stopReason,
  hold_reason: null,
  hold_until: null,
  hold_detail: null,
  human_takeover: false,
  cadence_paused: false,
  auto_resume_at: null,
  wake_at: null,
  ended_at: now,
  updated_at: now,
});

/** Returns the event that tells of an end. */
export const endEvent = (run: AgentRunRow, end: RunEnd): NewEvent => ({
  accountId: run.account_id,
  type: EVENT_OF[end.runStatus],
  leadId: run.lead_id,
  agentRunId: run.id,
  data: { workflow_id: run.agent_id, run_status: end.runStatus, reason: end.stopReason, ...end.data },
  origin: end.origin,
});

/**
 * Ends an open run whose row the caller has locked: nothing more leaves but what is being sent at this moment, and
 * another enrolment becomes possible. Returns how many waiting messages were cancelled.
 */
export async function endRun(work: Work, run: AgentRunRow, end: RunEnd): Promise<number> {
  const { tx, now } = work;
  await updateRun(tx, run.id, endedColumns(now, end));
  if (run.hold_reason !== null) await leaveQueues(tx, [run.id]);
  const butRefused = end.stopReason === 'completed';
  const { cancelled } = await cancelPendingMessages(work, run.id, { butRefused });
  await insertEvents(tx, now, [endEvent(run, end)]);
  if (end.wake !== false) await wakeRun(work, run, end.stopReason);
  return cancelled;
}

/** Returns the stop reason for a change of this origin: a person, or an integration. */
export const stopReasonOf = ({ kind }: EventOrigin): 'human' | 'api' => (kind === 'user' ? 'human' : 'api');
