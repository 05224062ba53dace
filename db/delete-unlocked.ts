import type { Knex } from 'knex';

/** The number of rows deleted per transaction. */
const PIECE = 10_000;

/**
 * Deletes old rows except locked ones, which are left for the next time. It waits for no lock, so it can't deadlock
 * with transactions that write many of these rows in one statement.
 */
export const deleteUnlocked = (
  db: Knex,
  table: string,
  key: string,
  old: (rows: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<void> =>
  db.transaction(async (tx) => {
    const keys = await old(tx(table)).limit(PIECE).forUpdate().skipLocked().pluck(key);
    if (keys.length > 0) await tx(table).whereIn(key, keys).delete();
  });
