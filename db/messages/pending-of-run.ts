import type { Db } from '../connection.js';
import type { MessageRow } from './tables.js';
import { cancel } from './transitions.js';

/** Lists what a run has not sent yet, or has with a provider at this moment. */
export const listPendingOfRun = (tx: Db, agentRunId: string): Promise<Pick<MessageRow, 'id' | 'status'>[]> =>
  tx('messages')
    .where({ agent_run_id: agentRunId, direction: 'outbound' })
    .whereIn('status', ['queued', 'held', 'sending'])
    .select('id', 'status');

/** Lists what of a run is claimed. */
export const listClaimsOfRun = (
  tx: Db,
  agentRunId: string,
): Promise<Pick<MessageRow, 'id' | 'status' | 'claimed_at' | 'provider'>[]> =>
  tx('messages')
    .where({ agent_run_id: agentRunId, direction: 'outbound', status: 'sending' })
    .select('id', 'status', 'claimed_at', 'provider');

/**
 * Cancels what of a run waits, and answers how many. With `butRefused`, messages that had left and that their provider
 * refused later are kept: they have a workflow of their own.
 */
export const cancelPendingOfRun = (
  tx: Db,
  now: Date,
  agentRunId: string,
  { butRefused }: { butRefused: boolean },
): Promise<number> =>
  cancel(tx, now, (messages) => {
    messages.where({ agent_run_id: agentRunId, direction: 'outbound' });
    if (!butRefused) return;
    const independent = tx('outgoing_messages').whereNull('closed_at').whereRaw('message_id = messages.id');
    messages.whereNotExists(independent.select(tx.raw('1')));
  });
