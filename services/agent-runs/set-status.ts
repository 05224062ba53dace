import { updateRun } from '../../db/agent-runs/agent-runs.js';
import { type EventOrigin, insertEvents } from '../../db/events/events.js';
import type { AgentRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { statusRefusal } from '../../domain/agent-runs/status-change.js';
import type { AgentDefinition, AgentStatus } from '../../schemas/agents/agents.js';
import { wakeRun } from '../instructions/agent-runs.js';
import { endRun } from './end-run.js';

export interface StatusChange {
  statusKey: string;
  reason: string | null;
  origin: EventOrigin;
  /** False refuses a way back to an earlier place in the funnel. */
  allowDowngrade: boolean;
}

export type StatusOutcome =
  | { outcome: 'changed'; previous: string; status: AgentStatus; cancelled: number }
  | { outcome: 'unchanged'; previous: string; status: AgentStatus }
  | { outcome: 'unknown_status' }
  | { outcome: 'downgrade'; previous: string; status: AgentStatus };

/**
 * Moves a run, whose row the caller has locked, to another status of its agent. A terminal status ends the run and
 * cancels what it had not sent; the caller starts the transfer that such a status may name.
 */
export async function setRunStatus(
  work: Work,
  run: AgentRunRow,
  definition: AgentDefinition,
  change: StatusChange,
): Promise<StatusOutcome> {
  const { tx, now } = work;
  const previous = run.status_key;
  const refusal = statusRefusal(definition.statuses, previous, change);
  const status = definition.statuses.find(({ key }) => key === change.statusKey);
  if (!status || refusal === 'unknown_status') return { outcome: 'unknown_status' };
  if (previous === status.key) return { outcome: 'unchanged', previous, status };
  if (refusal) return { outcome: refusal, previous, status };
  await updateRun(tx, run.id, {
    status_key: status.key,
    status_category: status.category,
    status_entered_at: now,
    previous_status_key: previous,
    updated_at: now,
  });
  await insertEvents(tx, now, [
    {
      accountId: run.account_id,
      type: 'workflow_run.status_changed',
      leadId: run.lead_id,
      agentRunId: run.id,
      data: { workflow_id: run.agent_id, from: previous, to: status.key, reason: change.reason },
      origin: change.origin,
    },
  ]);
  if (!status.is_terminal) {
    await wakeRun(work, run, 'status changed');
    return { outcome: 'changed', previous, status, cancelled: 0 };
  }
  const transferred = status.transfer_to_workflow_id !== null;
  const cancelled = await endRun(work, run, {
    runStatus: transferred ? 'transferred' : status.category === 'expired' ? 'expired' : 'completed',
    stopReason: status.category === 'won' ? 'converted' : 'status_terminal',
    origin: change.origin,
    data: { status: status.key },
  });
  return { outcome: 'changed', previous, status, cancelled };
}
