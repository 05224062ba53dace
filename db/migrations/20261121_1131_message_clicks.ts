import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE message_clicks (
  message_id ${ID} NOT NULL,
  url_hash BINARY(32) NOT NULL,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  url VARCHAR(2048) NOT NULL,
  n INT NOT NULL DEFAULT 1,
  first_at ${TIME} NOT NULL,
  last_at ${TIME} NOT NULL,
  PRIMARY KEY (message_id, url_hash),
  KEY message_clicks_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE message_clicks');
