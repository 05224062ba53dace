import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { readSettled } from './settled.js';
import type { EventRow } from './tables.js';

/** The fields of an event that stream clients receive. */
export type TailEvent = Pick<EventRow, 'seq' | 'id' | 'account_id' | 'type' | 'lead_id' | 'agent_run_id'>;

const COLUMNS = ['seq', 'id', 'account_id', 'type', 'lead_id', 'agent_run_id'] as const;

/**
 * Lists the events of all accounts after a cursor, in the order in which they were written. The list ends before events
 * that may still commit, so a reader that continues after its last event misses none.
 */
export const listEventTail = (db: Db, after: number, limit: number): Promise<TailEvent[]> =>
  readSettled(db, (reader, upTo) => {
    const query: Knex.QueryBuilder = reader('events').where('seq', '>', after);
    if (upTo !== undefined) query.where('seq', '<=', upTo);
    return query
      .orderBy('seq')
      .limit(limit)
      .select(...COLUMNS);
  });

const LOOKED_BACK = 1_000;

/** Finds the place up to which everything is committed. */
export async function findEventEnd(db: Db): Promise<number> {
  const [newest] = await db('events').max({ seq: 'seq' });
  const end = Number(newest?.seq ?? 0);
  const tail = await listEventTail(db, Math.max(0, end - LOOKED_BACK), LOOKED_BACK);
  return tail.at(-1)?.seq ?? Math.max(0, end - LOOKED_BACK);
}
