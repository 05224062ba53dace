import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE background_jobs (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  description TEXT NULL,
  trigger_type ${WORD} NOT NULL,
  scope ${WORD} NOT NULL,
  cron_expression VARCHAR(200) CHARACTER SET ascii NULL,
  timezone VARCHAR(64) CHARACTER SET ascii NOT NULL,
  event ${JSON_TEXT} NULL,
  lead_filters ${JSON_TEXT} NOT NULL,
  workflow_filters ${JSON_TEXT} NULL,
  steps ${JSON_TEXT} NOT NULL,
  max_leads_per_cycle INT NOT NULL,
  cooldown_minutes INT NULL,
  dry_run TINYINT(1) NOT NULL DEFAULT 0,
  is_active TINYINT(1) NOT NULL DEFAULT 1,
  active_since ${TIME} NOT NULL,
  changed_by VARCHAR(100) CHARACTER SET ascii NOT NULL,
  version INT NOT NULL DEFAULT 1,
  open_cycle_id ${ID} NULL,
  cursor_lead_id ${ID} NULL,
  last_executed_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  deleted_at ${TIME} NULL,
  KEY background_jobs_page (account_id, deleted_at, id),
  KEY background_jobs_events (trigger_type, is_active, deleted_at, account_id),
  KEY background_jobs_open (open_cycle_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE background_jobs');
