import type { Knex } from 'knex';

/** A page of a list by id, newest first. */
export interface IdPage {
  limit: number;
  /** The last id of the page before. */
  before?: string | undefined;
}

/** Orders by id, newest first, and reads one row more than asked for, which tells whether there is a next page. */
export function newestFirst<Builder extends Knex.QueryBuilder>(query: Builder, { limit, before }: IdPage): Builder {
  if (before !== undefined) query.where('id', '<', before);
  query.orderBy('id', 'desc').limit(limit + 1);
  return query;
}
