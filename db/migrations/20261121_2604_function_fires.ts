import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE function_fires (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  function_id ${ID} NOT NULL,
  workflow_id VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  nominal_at ${TIME} NOT NULL,
  status ${WORD} NOT NULL,
  matched INT NOT NULL DEFAULT 0,
  succeeded INT NOT NULL DEFAULT 0,
  failed INT NOT NULL DEFAULT 0,
  failure VARCHAR(500) NULL,
  ended_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY function_fires_workflow (workflow_id),
  KEY function_fires_page (function_id, id),
  KEY function_fires_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE function_fires');
