import type { Knex } from 'knex';
import { BYTES, ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE job_deliveries (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  job_id ${ID} NOT NULL,
  cycle_id ${ID} NOT NULL,
  lead_id ${ID} NULL,
  effect_key ${BYTES} NOT NULL,
  request ${JSON_TEXT} NOT NULL,
  status ${WORD} NOT NULL,
  attempts INT NOT NULL DEFAULT 0,
  response_status INT NULL,
  failure VARCHAR(500) NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY job_deliveries_effect (account_id, effect_key(255)),
  KEY job_deliveries_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE job_deliveries');
