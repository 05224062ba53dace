import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE lead_variables (
  lead_id ${ID} NOT NULL,
  field_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  account_id ${ID} NOT NULL,
  value ${JSON_TEXT} NOT NULL,
  value_text TEXT NOT NULL,
  confidence DOUBLE NOT NULL,
  updated_at ${TIME} NOT NULL,
  PRIMARY KEY (lead_id, field_key)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE lead_variables');
