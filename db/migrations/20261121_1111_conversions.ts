import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE conversions (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  conversion_type_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  agent_run_id ${ID} NULL,
  agent_id ${ID} NULL,
  amount DECIMAL(18,4) NULL,
  currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NULL,
  converted_at ${TIME} NOT NULL,
  metadata ${JSON_TEXT} NOT NULL,
  notes TEXT NULL,
  created_at ${TIME} NOT NULL,
  KEY conversions_account (account_id, id),
  KEY conversions_lead (lead_id, converted_at),
  KEY conversions_type (account_id, conversion_type_id, id),
  KEY conversions_agent (account_id, agent_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE conversions');
