import type { Knex } from 'knex';
import { eventually } from './eventually.js';

/** Waits until somebody waits for a lock in this database: the server's list tells of all there are. */
const someoneWaits = (db: Knex): Promise<true> =>
  eventually(async () => {
    // The server shows the same answer again to whoever asks within a tenth of a second.
    await db.raw('DO SLEEP(0.15)');
    const [rows] = await db.raw(`
      SELECT 1 FROM information_schema.innodb_trx t
      JOIN information_schema.processlist p ON p.id = t.trx_mysql_thread_id
      WHERE t.trx_state = 'LOCK WAIT' AND p.db = DATABASE()`);
    return rows.length > 0 ? true : undefined;
  });

/**
 * Does something while another transaction has written what isn't committed yet, or holds rows, and commits that as soon
 * as it is waited for: at the latest when what was done meanwhile is over, since it didn't wait. `waited` comes before
 * the commit.
 */
export async function meanwhile<T>(
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
