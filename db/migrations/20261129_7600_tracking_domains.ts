import type { Knex } from 'knex';
import { TIME } from './columns.js';

export async function up(db: Knex): Promise<void> {
  await db.raw(
    `ALTER TABLE email_senders
     ADD COLUMN tracking_domain VARCHAR(253) CHARACTER SET ascii COLLATE ascii_bin NULL,
     ADD COLUMN tracking_verified_at ${TIME} NULL`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('ALTER TABLE email_senders DROP COLUMN tracking_verified_at, DROP COLUMN tracking_domain');
}
