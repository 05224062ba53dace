import type { Knex } from 'knex';
import { TIME } from './columns.js';

export async function up(db: Knex): Promise<void> {
  await db.raw(
    `ALTER TABLE notice_settings ADD COLUMN weekly_at CHAR(5) CHARACTER SET ascii COLLATE ascii_bin NULL,
     ADD COLUMN weekly_due_at ${TIME} NULL, ADD KEY notice_settings_weekly (weekly_due_at)`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw(
    'ALTER TABLE notice_settings DROP KEY notice_settings_weekly, DROP COLUMN weekly_due_at, DROP COLUMN weekly_at',
  );
}
