import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE sandbox_deliveries (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  message_id ${ID} NOT NULL,
  channel ${WORD} NOT NULL,
  to_address VARCHAR(254) NOT NULL,
  from_address VARCHAR(500) NOT NULL,
  subject VARCHAR(998) NULL,
  body_text ${JSON_TEXT} NULL,
  body_html ${JSON_TEXT} NULL,
  headers ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY sandbox_deliveries_message (message_id),
  KEY sandbox_deliveries_page (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE sandbox_deliveries');
