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

type KeyValue = string | number | Buffer;

/**
 * Orders rows by a key of several columns, and returns those behind a place. The comparison is spelled out: neither server
 * finds a range by a comparison of tuples.
 */
export function afterKey(
  rows: Knex.QueryBuilder,
  key: readonly string[],
  after: Readonly<Record<string, KeyValue>> | undefined,
): Knex.QueryBuilder {
  if (after) {
    rows.where((behind) => {
      for (const [at, name] of key.entries()) {
        const before = Object.fromEntries(key.slice(0, at).map((same) => [same, after[same]]));
        behind.orWhere((place) => place.where(before).where(name, '>', after[name] ?? ''));
      }
    });
  }
  return rows.orderBy([...key]);
}
