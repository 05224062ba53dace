import type { Knex } from 'knex';
import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

const tables = createTables({
  sender_health: `
    sender_id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    checks ${JSON_TEXT} NOT NULL,
    memory ${JSON_TEXT} NOT NULL,
    checked_at ${TIME} NULL,
    next_at ${TIME} NOT NULL,
    broken_since ${TIME} NULL,
    KEY sender_health_due (next_at),
    KEY sender_health_broken (account_id, broken_since)`,
});

export async function up(db: Knex): Promise<void> {
  await tables.up(db);
  await db.raw(
    'ALTER TABLE email_senders ADD COLUMN dkim_selector VARCHAR(63) CHARACTER SET ascii COLLATE ascii_bin NULL',
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('ALTER TABLE email_senders DROP COLUMN dkim_selector');
  await tables.down(db);
}
