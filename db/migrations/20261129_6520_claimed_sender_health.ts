import type { Knex } from 'knex';
import { TIME } from './columns.js';

export async function up(db: Knex): Promise<void> {
  await db.raw(`ALTER TABLE sender_health ADD COLUMN claimed_until ${TIME} NULL`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('ALTER TABLE sender_health DROP COLUMN claimed_until');
}
