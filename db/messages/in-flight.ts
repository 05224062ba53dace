import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import type { Work } from '../work.js';

const WAIT_MS = 2_000;
const LOOK_MS = 50;

/** Notes those of some rows of `messages` that are with their provider; claims of the rows have to be locked out. */
export async function noteSending(work: Work, which: (messages: Knex.QueryBuilder) => unknown): Promise<void> {
  const query = work.tx('messages').where({ direction: 'outbound', status: 'sending' });
  which(query);
  work.inFlight(await query.pluck('id'));
}

/**
 * Gives messages that were on their way at a commit two seconds to end; answers those of which it isn't known by then
 * that they have. These may still leave, all others won't. Never throws: what can't be asked for counts as on its way.
 */
export async function waitForInFlight(db: Db, messageIds: readonly string[]): Promise<string[]> {
  const deadline = performance.now() + WAIT_MS;
  let left = [...messageIds];
  while (left.length > 0) {
    const sending = await stillSending(db, left);
    left = sending ?? left;
    if (!sending || left.length === 0 || performance.now() >= deadline) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return left;
}

const stillSending = (db: Db, messageIds: readonly string[]): Promise<string[] | undefined> =>
  db('messages')
    .whereIn('id', [...messageIds])
    .where({ status: 'sending' })
    .orderBy('id')
    .pluck('id')
    .catch(() => undefined);

/** Returns whether a message of an enrolment is with its provider. */
export const isSendingForRun = async (tx: Db, agentRunId: string): Promise<boolean> =>
  (await tx('messages').where({ agent_run_id: agentRunId, status: 'sending' }).first('id')) !== undefined;
