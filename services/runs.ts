import type { Knex } from 'knex';
import { updateRun } from '../db/agent-runs.js';
import { type EventOrigin, insertEvents, type NewEvent } from '../db/events.js';
import type { AgentRunRow } from '../db/tables.js';
import type { RunStatus, StopReason } from '../schemas/agents.js';
import { noteInFlight } from './in-flight.js';
import { wakeRun } from './wake.js';

/** What a pause or an end finds of a run's messages. */
export interface Outgoing {
  /** How many were waiting and are cancelled. */
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
  tx: Knex,
  now: Date,
  agentRunId: string,
  { butRefused }: { butRefused: boolean },
): Promise<Outgoing> {
  const rows: { id: string; status: string }[] = await tx('messages')
    .where({ agent_run_id: agentRunId, direction: 'outbound' })
    .whereIn('status', ['queued', 'held', 'sending'])
    .select('id', 'status');
  const inFlight = rows.filter(({ status }) => status === 'sending').map(({ id }) => id);
  noteInFlight(tx, inFlight);
  if (inFlight.length === rows.length) return { cancelled: 0, inFlight };
  const cancelled = await tx('messages')
    .where({ agent_run_id: agentRunId, direction: 'outbound' })
    .whereIn('status', ['queued', 'held'])
    .modify((query) => {
      if (!butRefused) return;
      const ownWay = tx('outgoing_messages').whereNull('closed_at').whereRaw('message_id = messages.id');
      query.whereNotExists(ownWay.select(tx.raw('1')));
    })
    .update({ status: 'cancelled', updated_at: now });
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

/** The columns of a run that has ended. */
export const endedColumns = (now: Date, end: Pick<RunEnd, 'runStatus' | 'stopReason'>): Partial<AgentRunRow> => ({
  open_slot: null,
  run_status: end.runStatus,
  cadence_state: STATE_OF[end.runStatus],
  stop_reason: end.stopReason,
  hold_reason: null,
  hold_until: null,
  hold_detail: null,
  human_takeover: 0,
  cadence_paused: 0,
  auto_resume_at: null,
  wake_at: null,
  ended_at: now,
  updated_at: now,
});

/** The event that tells of an end. */
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
 * another enrolment becomes possible. Answers how many waiting messages were cancelled.
 */
export async function endRun(tx: Knex, now: Date, run: AgentRunRow, end: RunEnd): Promise<number> {
  await updateRun(tx, run.id, endedColumns(now, end));
  const butRefused = end.stopReason === 'completed';
  const { cancelled } = await cancelPendingMessages(tx, now, run.id, { butRefused });
  await insertEvents(tx, now, [endEvent(run, end)]);
  if (end.wake !== false) await wakeRun(tx, now, run, end.stopReason);
  return cancelled;
}
