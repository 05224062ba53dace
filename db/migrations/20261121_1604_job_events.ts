import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE job_events (
  job_id ${ID} NOT NULL,
  event_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  status ${WORD} NOT NULL,
  depth SMALLINT NOT NULL,
  due_at ${TIME} NOT NULL,
  cycle_id ${ID} NULL,
  created_at ${TIME} NOT NULL,
  PRIMARY KEY (job_id, event_id),
  KEY job_events_due (status, due_at, job_id),
  KEY job_events_lead (job_id, lead_id, status),
  KEY job_events_leads (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE job_events');
