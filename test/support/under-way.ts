import type { Knex } from 'knex';
import { eventually } from './eventually.js';

/**
 * Waits until another connection is at a statement like this one, as LIKE reads it. Where a row that it locks is held,
 * it waits for that row then. InnoDB's own list of waits won't do: it is not made anew for whoever reads it more often
 * than ten times a second, and tells of other databases too.
 */
export const untilUnderWay = (db: Knex, statement: string): Promise<true> =>
  eventually(async () => {
    const [rows] = (await db.raw(
      'SELECT id FROM information_schema.processlist WHERE info LIKE ? AND id <> CONNECTION_ID()',
      [statement],
    )) as [unknown[]];
    return rows.length > 0 || undefined;
  });
