import type { Knex } from 'knex';
import { inTransaction } from '../db/connection.js';
import { takePending } from '../db/outbox.js';
import type { ApiDependencies } from './dependencies.js';

/** One transaction of a handler that makes its own: commits, then tries its instructions to Temporal. */
export async function commit<T>(
  deps: Pick<ApiDependencies, 'db' | 'dispatch'>,
  work: (tx: Knex) => Promise<T>,
): Promise<T> {
  const { result, pending } = await inTransaction(deps.db, async (tx) => ({
    result: await work(tx),
    pending: takePending(tx),
  }));
  if (pending.length > 0) deps.dispatch(pending);
  return result;
}
