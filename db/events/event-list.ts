import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import type { EventRow } from '../tables.js';

export interface EventFilter {
  types?: string[] | undefined;
  leadId?: string | undefined;
  /** Events written after this one. */
  afterSeq?: number | undefined;
  /** Events made after this moment. */
  since?: Date | undefined;
}

/**
 * Lists one page of the account's events in the order in which they were written, with one row more than asked for.
 *
 * An event gets its place when it is written, but is seen when its transaction commits, so one with an earlier place
 * may appear behind a reader who is past it. The page therefore ends before the first event that some open
 * transaction has written: which ones these are is read without waiting for their commits, after the page itself, so
 * that one which commits in between counts as open too. It then stands on the next page, or is gone by a rollback.
 */
export async function listEvents(db: Db, accountId: string, filter: EventFilter, limit: number): Promise<EventRow[]> {
  const rows = (await matching(db, accountId, filter)
    .orderBy('seq')
    .limit(limit + 1)) as EventRow[];
  const last = rows.at(-1);
  if (!last) return rows;
  const written = await db.transaction(
    (tx): Promise<Pick<EventRow, 'seq'>[]> =>
      matching(tx, accountId, filter)
        .where('seq', '<=', last.seq)
        .orderBy('seq')
        .limit(limit + 1)
        .select('seq') as unknown as Promise<Pick<EventRow, 'seq'>[]>,
    { isolationLevel: 'read uncommitted' },
  );
  const open = written.findIndex(({ seq }, at) => seq !== rows[at]?.seq);
  return open < 0 ? rows : rows.slice(0, open);
}

function matching(db: Db, accountId: string, filter: EventFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db('events').where({ account_id: accountId });
  if (filter.leadId !== undefined) query.where('lead_id', filter.leadId);
  if (filter.types) query.whereIn('type', filter.types);
  if (filter.afterSeq !== undefined) query.where('seq', '>', filter.afterSeq);
  if (filter.since) query.where('created_at', '>', filter.since);
  return query;
}

/** Finds the position of an event in that order; undefined when the account has none with this id. */
export async function findEventSeq(db: Db, accountId: string, id: string): Promise<number | undefined> {
  const row = await db('events').where({ id, account_id: accountId }).first('seq');
  return row?.seq;
}
