import type { Knex } from 'knex';
import { JSON_TEXT, TIME } from './columns.js';

export async function up(db: Knex): Promise<void> {
  await db.raw(
    `ALTER TABLE user_mails ADD COLUMN received_at ${TIME} NULL, ADD COLUMN authentication ${JSON_TEXT} NULL,
     ADD KEY user_mails_sender (sender_id, created_at)`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    'ALTER TABLE user_mails DROP KEY user_mails_sender, DROP COLUMN authentication, DROP COLUMN received_at',
  );
}
