import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { readSettled } from './settled.js';
import type { EventRow } from './tables.js';

export interface EventFilter {
  types?: string[] | undefined;
  leadId?: string | undefined;
  /** Events written after this one. */
  afterSeq?: number | undefined;
  /** Events made after this moment. */
  since?: Date | undefined;
}

/**
 * Lists one page of the account's events in the order in which they were written, with one row more than requested. It
 * ends before events that may still commit. Those are on the next page, or vanish with a rollback.
 */
export const listEvents = (db: Db, accountId: string, filter: EventFilter, limit: number): Promise<EventRow[]> =>
  readSettled(db, (reader, upTo) => {
    const query = matching(reader, accountId, filter);
    if (upTo !== undefined) query.where('seq', '<=', upTo);
    return query.orderBy('seq').limit(limit + 1);
  });

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
