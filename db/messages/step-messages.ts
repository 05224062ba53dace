import type { CadenceState } from '../../domain/cadence/state.js';
import type { Db } from '../connection.js';
import type { MessageRow } from './tables.js';

type StepPosition = Pick<CadenceState, 'step_key' | 'visit' | 'attempt'>;

/**
 * Finds the claimed message of a run's current step and attempt, and messages that were claimed at its earlier position
 * before a user moved or ended it. Messages that have left the cadence don't affect the run.
 */
export async function findStepMessages(
  db: Db,
  agentRunId: string,
  at?: StepPosition,
): Promise<{ pending: MessageRow | undefined; left: MessageRow[] }> {
  const independent = db('outgoing_messages').select(db.raw('1')).whereRaw('message_id = messages.id');
  const rows: MessageRow[] = await db('messages')
    .where({ agent_run_id: agentRunId })
    .where((either) => {
      either.where((claimed) => claimed.where({ status: 'sending' }).whereNotExists(independent));
      if (at) either.orWhere({ step_key: at.step_key, visit: at.visit, attempt: at.attempt });
    });
  const pending = at && rows.find((row) => isOfStep(row, at));
  return { pending, left: rows.filter((row) => row !== pending) };
}

/** Returns whether a message belongs to this very step, visit and attempt. */
export const isOfStep = (
  message: MessageRow | undefined,
  { step_key, visit, attempt }: StepPosition,
): message is MessageRow => message?.step_key === step_key && message.visit === visit && message.attempt === attempt;
