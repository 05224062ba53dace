import type { Knex } from 'knex';
import { TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE whatsapp_windows MODIFY expires_at ${TIME} NULL, ADD COLUMN contacted_at ${TIME} NULL, ADD KEY whatsapp_windows_contacts (number_id, contacted_at)`,
  );

export async function down(db: Knex): Promise<void> {
  await db('whatsapp_windows').whereNull('expires_at').delete();
  await db.raw(
    `ALTER TABLE whatsapp_windows DROP KEY whatsapp_windows_contacts, DROP COLUMN contacted_at, MODIFY expires_at ${TIME} NOT NULL`,
  );
}
