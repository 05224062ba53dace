import type { Knex } from 'knex';
import { ID, JSON_TEXT } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE calendar_connections
       ADD COLUMN connection_id ${ID} NULL,
       ADD COLUMN write_to VARCHAR(1000) NULL,
       ADD COLUMN read_from ${JSON_TEXT} NULL,
       ADD COLUMN change_tokens ${JSON_TEXT} NULL,
       ADD KEY calendar_connections_connection (connection_id)`,
  );

export const down = (db: Knex) =>
  db.raw(
    'ALTER TABLE calendar_connections DROP KEY calendar_connections_connection, DROP COLUMN connection_id, DROP COLUMN write_to, DROP COLUMN read_from, DROP COLUMN change_tokens',
  );
