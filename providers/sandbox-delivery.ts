import type { Knex } from 'knex';
import type { SandboxDeliveryRow } from '../db/tables.js';

/**
 * Stores what a sandbox delivers, once for each message. Nothing is stored of a message that was erased while it was
 * on its way: its row is waited for, since an erasure that goes on at this moment has it locked.
 */
export async function storeDelivery(db: Knex, row: SandboxDeliveryRow): Promise<void> {
  const columns = Object.keys(row);
  await db.raw(
    `INSERT IGNORE INTO sandbox_deliveries (${columns.map(() => '??').join(', ')})
     SELECT ${columns.map(() => '?').join(', ')} FROM DUAL WHERE NOT EXISTS
       (SELECT 1 FROM messages WHERE id = ? AND to_address IS NULL LOCK IN SHARE MODE)`,
    [...columns, ...Object.values(row), row.message_id],
  );
}
