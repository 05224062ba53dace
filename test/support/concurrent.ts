import type { Knex } from 'knex';
import { eventually } from './eventually.js';

/** Waits until a transaction waits for a lock in this database. The server lists all of them. */
const someoneWaits = (db: Knex): Promise<true> =>
  eventually(async () => {
    // The server caches the answer for a tenth of a second.
    await db.raw('DO SLEEP(0.15)');
    const [rows] = await db.raw(`
      SELECT 1 FROM information_schema.innodb_trx t
      JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
      WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()`);
    return rows.length > 0 ? true : undefined;
  });

/**
 * Runs `work` while another transaction has uncommitted writes or holds rows, and commits that transaction as soon as
 * the work waits for it, or at the latest after the work, if it didn't wait. `waited` runs before the commit.
 */
export async function concurrently<T>(
  db: Knex,
  write: (tx: Knex) => PromiseLike<unknown>,
  act: () => Promise<T>,
  waited: (tx: Knex) => Promise<unknown> = async () => undefined,
): Promise<T> {
  const tx = await db.transaction();
  try {
    await write(tx);
    const acting = act();
    await Promise.race([acting, someoneWaits(db)]);
    await waited(tx);
    await tx.commit();
    return await acting;
  } finally {
    if (!tx.isCompleted()) await tx.rollback();
  }
}
