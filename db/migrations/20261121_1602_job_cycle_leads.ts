import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE job_cycle_leads (
  cycle_id ${ID} NOT NULL,
  subject_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  job_id ${ID} NOT NULL,
  lead_id ${ID} NULL,
  agent_id ${ID} NOT NULL,
  agent_run_id ${ID} NULL,
  event_id ${ID} NULL,
  outcome ${WORD} NULL,
  reason ${WORD} NULL,
  acted_wall ${TIME} NULL,
  steps ${JSON_TEXT} NULL,
  finished_at ${TIME} NULL,
  PRIMARY KEY (cycle_id, subject_id),
  KEY job_cycle_leads_cooldown (job_id, lead_id, acted_wall),
  KEY job_cycle_leads_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE job_cycle_leads');
