import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE consent_log (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  channel ${WORD} NOT NULL,
  state ${WORD} NOT NULL,
  source ${WORD} NOT NULL,
  note VARCHAR(500) NULL,
  created_at ${TIME} NOT NULL,
  KEY consent_log_lead (lead_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE consent_log');
