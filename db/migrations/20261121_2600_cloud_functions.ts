import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE cloud_functions (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  description TEXT NULL,
  timeout_ms INT NOT NULL,
  allowed_hosts ${JSON_TEXT} NOT NULL,
  allow_http_writes TINYINT(1) NOT NULL DEFAULT 0,
  is_active TINYINT(1) NOT NULL DEFAULT 1,
  event ${JSON_TEXT} NULL,
  has_event TINYINT(1) AS (event IS NOT NULL) STORED,
  active_since ${TIME} NOT NULL,
  source_version INT NOT NULL,
  cron_expression VARCHAR(200) CHARACTER SET ascii NULL,
  timezone VARCHAR(64) CHARACTER SET ascii NOT NULL,
  leads_query ${JSON_TEXT} NULL,
  max_leads INT NOT NULL DEFAULT 50,
  changed_by VARCHAR(100) CHARACTER SET ascii NOT NULL,
  version INT NOT NULL DEFAULT 1,
  last_run_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  deleted_at ${TIME} NULL,
  KEY cloud_functions_page (account_id, deleted_at, id),
  KEY cloud_functions_events (has_event, is_active, deleted_at, account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE cloud_functions');
