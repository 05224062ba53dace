import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE whatsapp_windows (
  lead_id ${ID} NOT NULL,
  number_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  expires_at ${TIME} NOT NULL,
  PRIMARY KEY (lead_id, number_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE whatsapp_windows');
