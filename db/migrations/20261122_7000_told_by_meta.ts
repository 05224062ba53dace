import type { Knex } from 'knex';
import { TIME } from './columns.js';

export async function up(db: Knex): Promise<void> {
  await db.raw(`ALTER TABLE templates ADD COLUMN told_at ${TIME} NULL`);
  await db.raw(`ALTER TABLE whatsapp_numbers ADD COLUMN told_at ${TIME} NULL`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('ALTER TABLE whatsapp_numbers DROP COLUMN told_at');
  await db.raw('ALTER TABLE templates DROP COLUMN told_at');
}
