import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE imports (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  status ${WORD} NOT NULL,
  file_name VARCHAR(255) NULL,
  options ${JSON_TEXT} NOT NULL,
  columns_plan ${JSON_TEXT} NOT NULL,
  row_count INT NOT NULL DEFAULT 0,
  done_count INT NOT NULL DEFAULT 0,
  created_count INT NOT NULL DEFAULT 0,
  updated_count INT NOT NULL DEFAULT 0,
  reused_count INT NOT NULL DEFAULT 0,
  failed_count INT NOT NULL DEFAULT 0,
  warning_count INT NOT NULL DEFAULT 0,
  failure VARCHAR(500) NULL,
  created_by VARCHAR(100) NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  completed_at ${TIME} NULL,
  KEY imports_page (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE imports');
