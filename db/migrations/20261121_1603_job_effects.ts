import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE job_effects (
  id ${ID} NOT NULL PRIMARY KEY,
  cycle_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  subject_id ${ID} NOT NULL,
  lead_id ${ID} NULL,
  agent_id ${ID} NOT NULL,
  agent_run_id ${ID} NULL,
  effect ${JSON_TEXT} NOT NULL,
  due_at ${TIME} NOT NULL,
  status ${WORD} NOT NULL,
  detail VARCHAR(500) NULL,
  applied_at ${TIME} NULL,
  KEY job_effects_due (cycle_id, status, due_at),
  KEY job_effects_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE job_effects');
