import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE job_cycles (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  job_id ${ID} NOT NULL,
  cause ${WORD} NOT NULL,
  cause_key VARBINARY(64) NOT NULL,
  workflow_id VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  status ${WORD} NOT NULL,
  dry_run TINYINT(1) NOT NULL,
  nominal_at ${TIME} NOT NULL,
  definition ${JSON_TEXT} NOT NULL,
  lead_ids ${JSON_TEXT} NULL,
  origin_depth SMALLINT NOT NULL DEFAULT 0,
  matched INT NOT NULL DEFAULT 0,
  evaluated INT NOT NULL DEFAULT 0,
  acted INT NOT NULL DEFAULT 0,
  failed INT NOT NULL DEFAULT 0,
  skipped_cooldown INT NOT NULL DEFAULT 0,
  skipped_paused INT NOT NULL DEFAULT 0,
  skipped_opted_out INT NOT NULL DEFAULT 0,
  skipped_window INT NOT NULL DEFAULT 0,
  skipped_capped INT NOT NULL DEFAULT 0,
  skipped_no_match INT NOT NULL DEFAULT 0,
  truncated_by_limit INT NOT NULL DEFAULT 0,
  warnings ${JSON_TEXT} NULL,
  failure VARCHAR(500) NULL,
  claimed_at ${TIME} NULL,
  ended_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY job_cycles_cause (job_id, cause, cause_key),
  KEY job_cycles_page (job_id, id),
  KEY job_cycles_open (status, updated_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE job_cycles');
