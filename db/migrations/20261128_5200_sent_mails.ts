import type { Knex } from 'knex';
import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

const tables = createTables({
  sent_mails: `
    message_id ${ID} NOT NULL,
    kind ${WORD} NOT NULL,
    account_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    sender_id ${ID} NOT NULL,
    claim_no INT NOT NULL,
    mail ${JSON_TEXT} NULL,
    looks INT NOT NULL DEFAULT 0,
    failures INT NOT NULL DEFAULT 0,
    absent_since ${TIME} NULL,
    looked_at ${TIME} NULL,
    last_error VARCHAR(500) NULL,
    next_at ${TIME} NULL,
    created_at ${TIME} NOT NULL,
    PRIMARY KEY (message_id, kind),
    KEY sent_mails_due (next_at),
    KEY sent_mails_sender (sender_id),
    KEY sent_mails_lead (lead_id)`,
});

export async function up(db: Knex): Promise<void> {
  await tables.up(db);
  await db.raw(`ALTER TABLE mailboxes ADD COLUMN sent_copies ${WORD} NOT NULL DEFAULT 'auto'`);
}

export async function down(db: Knex): Promise<void> {
  await db.raw('ALTER TABLE mailboxes DROP COLUMN sent_copies');
  await tables.down(db);
}
