import { type Db, fromJson } from '../connection.js';
import type { MessageRow } from '../tables.js';
import type { AgentRunRow } from './tables.js';

const STEP_EVENTS = ['cadence.step_executed', 'cadence.step_skipped'];
/** More than a run can have steps in any cadence that is not going round. */
const MAX_ROWS = 1_000;

/** An event of a run at a step. */
export interface StepEvent {
  type: string;
  data: Record<string, unknown>;
  created_at: Date;
}

/** Lists what a run did at its steps, the latest of it, oldest first. */
export async function listStepEvents(db: Db, agentRunId: string): Promise<StepEvent[]> {
  const rows = await db('events')
    .where({ agent_run_id: agentRunId })
    .whereIn('type', STEP_EVENTS)
    .orderBy('seq', 'desc')
    .limit(MAX_ROWS)
    .select('type', 'data', 'created_at');
  return rows.reverse().map((row) => ({ ...row, data: fromJson(row.data) }));
}

/** Finds before when what a run did was put away: where the event of its start isn't there any more. */
export async function findRunHistory(db: Db, run: AgentRunRow): Promise<Date | undefined> {
  const started = db('events').where({ agent_run_id: run.id, type: 'workflow_run.started' }).select('seq');
  const pass = await db('retention_passes')
    .where({ account_id: run.account_id, kind: 'history' })
    .where('gone_before', '>', run.enrolled_at)
    .whereNotExists(started)
    .first('gone_before');
  return pass?.gone_before ?? undefined;
}

/** Lists what a run sent, the latest of it, oldest first. */
export async function listRunMessages(db: Db, accountId: string, agentRunId: string): Promise<MessageRow[]> {
  const rows = await db('messages')
    .where({ account_id: accountId, agent_run_id: agentRunId, direction: 'outbound' })
    .orderBy('id', 'desc')
    .limit(MAX_ROWS);
  return rows.reverse();
}
