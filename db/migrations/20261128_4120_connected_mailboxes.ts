import type { Knex } from 'knex';
import { ID, JSON_TEXT } from './columns.js';

// A mailbox of a connection has no password of its own, and a token of the provider instead of numbers.
export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE mailboxes
       MODIFY COLUMN password ${JSON_TEXT} NULL,
       ADD COLUMN connection_id ${ID} NULL,
       ADD COLUMN sync_token ${JSON_TEXT} NULL,
       ADD KEY mailboxes_connection (connection_id)`,
  );

export const down = async (db: Knex) => {
  await db('mailboxes').whereNull('password').delete();
  await db.raw(
    `ALTER TABLE mailboxes
       DROP KEY mailboxes_connection,
       DROP COLUMN connection_id,
       DROP COLUMN sync_token,
       MODIFY COLUMN password ${JSON_TEXT} NOT NULL`,
  );
};
