import type { Knex } from 'knex';

/** What is deleted in one transaction. */
const PIECE = 10_000;

/**
 * Deletes old rows but those that somebody has locked, which are left for the next time. It waits for nobody, so that it
 * can't stand in a circle with those who write many of these rows in one statement.
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
