import type { Knex } from 'knex';
import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

const tables = createTables({
  planned_messages: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    conversation_id ${ID} NOT NULL,
    text ${JSON_TEXT} NOT NULL,
    author VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    origin ${JSON_TEXT} NOT NULL,
    send_at ${TIME} NOT NULL,
    created_at ${TIME} NOT NULL,
    KEY planned_messages_conversation (conversation_id, send_at, id)`,
});

export const up = async (db: Knex) => {
  await tables.up(db);
  await db.raw(
    `ALTER TABLE conversations ADD COLUMN planned_at ${TIME} NULL, ADD KEY conversations_planned (planned_at)`,
  );
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE conversations DROP KEY conversations_planned, DROP COLUMN planned_at');
  await tables.down(db);
};
