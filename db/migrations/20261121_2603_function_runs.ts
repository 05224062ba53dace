import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE function_runs (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  function_id ${ID} NOT NULL,
  function_version INT NOT NULL,
  fire_id ${ID} NULL,
  cause_key BINARY(32) NULL,
  trigger_event VARCHAR(100) NOT NULL,
  dry_run TINYINT(1) NOT NULL,
  replay_of ${ID} NULL,
  sample_label VARCHAR(200) NULL,
  lead_id VARCHAR(191) COLLATE utf8mb4_bin NULL,
  lead_name VARCHAR(401) NULL,
  lead_email VARCHAR(320) NULL,
  agent_id ${ID} NULL,
  origin_depth INT NOT NULL DEFAULT 0,
  status ${WORD} NOT NULL,
  ctx ${JSON_TEXT} NOT NULL,
  result ${JSON_TEXT} NULL,
  error ${JSON_TEXT} NULL,
  lead_before ${JSON_TEXT} NULL,
  lead_after ${JSON_TEXT} NULL,
  effects ${JSON_TEXT} NULL,
  logs ${JSON_TEXT} NULL,
  requests ${JSON_TEXT} NULL,
  log_count INT NOT NULL DEFAULT 0,
  duration_ms INT NOT NULL DEFAULT 0,
  journal ${JSON_TEXT} NULL,
  lead_versions ${JSON_TEXT} NULL,
  applied_at ${TIME} NULL,
  ran_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY function_runs_cause (function_id, cause_key),
  KEY function_runs_page (function_id, id),
  KEY function_runs_fire (fire_id, status, id),
  KEY function_runs_lead (lead_id),
  KEY function_runs_pending (status, created_at),
  KEY function_runs_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE function_runs');
