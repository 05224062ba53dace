import type { Knex } from 'knex';
import type { SandboxDeliveryRow } from '../db/tables.js';

/**
 * Stores a sandbox delivery, once per message. Nothing is stored for a message that was erased during the send. Waits
 * for its row, because a concurrent erasure has it locked.
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
