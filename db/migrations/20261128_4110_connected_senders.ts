import type { Knex } from 'knex';
import { ID } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE email_senders
       ADD COLUMN connection_id ${ID} NULL,
       ADD COLUMN shared_mailbox VARCHAR(254) NULL,
       ADD KEY email_senders_connection (connection_id)`,
  );

export const down = (db: Knex) =>
  db.raw(
    'ALTER TABLE email_senders DROP KEY email_senders_connection, DROP COLUMN connection_id, DROP COLUMN shared_mailbox',
  );
