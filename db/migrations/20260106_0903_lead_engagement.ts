import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE lead_engagement (
  lead_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  last_inbound_at ${TIME} NULL,
  last_outbound_at ${TIME} NULL,
  last_channel ${WORD} NULL,
  inbound_count INT NOT NULL DEFAULT 0,
  outbound_count INT NOT NULL DEFAULT 0,
  delivered_count INT NOT NULL DEFAULT 0,
  read_count INT NOT NULL DEFAULT 0,
  opened_count INT NOT NULL DEFAULT 0,
  clicked_count INT NOT NULL DEFAULT 0,
  calls_count INT NOT NULL DEFAULT 0,
  calls_answered INT NOT NULL DEFAULT 0,
  whatsapp_window_expires_at ${TIME} NULL
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE lead_engagement');
