import type { Db } from '../connection.js';
import type { EventRow } from '../tables.js';

/** An event as far as listeners are told of it. */
export type TailEvent = Pick<EventRow, 'seq' | 'id' | 'account_id' | 'type' | 'lead_id' | 'agent_run_id'>;

const COLUMNS = ['seq', 'id', 'account_id', 'type', 'lead_id', 'agent_run_id'] as const;

/** Lists places of events, those that open transactions have written among them, in order. */
const writtenPlaces = (db: Db, after: number, upTo: number): Promise<number[]> =>
  db.transaction((tx) => tx('events').where('seq', '>', after).where('seq', '<=', upTo).orderBy('seq').pluck('seq'), {
    isolationLevel: 'read uncommitted',
  });

/**
 * Lists the events of all accounts behind a place, in the order in which they were written. The list ends before the
 * first that an open transaction has written, so that whoever goes on behind the last one misses none.
 */
export async function listEventTail(db: Db, after: number, limit: number): Promise<TailEvent[]> {
  const rows: TailEvent[] = await db('events')
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .select(...COLUMNS);
  const last = rows.at(-1);
  if (!last) return rows;
  const written = await writtenPlaces(db, after, last.seq);
  const open = written.findIndex((seq, at) => seq !== rows[at]?.seq);
  return open < 0 ? rows : rows.slice(0, open);
}

const LOOKED_BACK = 1_000;

/** Finds the place up to which everything is committed. */
export async function findEventEnd(db: Db): Promise<number> {
  const [newest] = await db('events').max({ seq: 'seq' });
  const end = Number(newest?.seq ?? 0);
  const tail = await listEventTail(db, Math.max(0, end - LOOKED_BACK), LOOKED_BACK);
  return tail.at(-1)?.seq ?? Math.max(0, end - LOOKED_BACK);
}
