import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE connections
       ADD COLUMN oauth_client ${JSON_TEXT} NULL,
       ADD COLUMN client_secret ${JSON_TEXT} NULL`,
  );

export const down = (db: Knex) => db.raw('ALTER TABLE connections DROP COLUMN oauth_client, DROP COLUMN client_secret');
