import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE function_versions (
  function_id ${ID} NOT NULL,
  version INT NOT NULL,
  account_id ${ID} NOT NULL,
  source MEDIUMTEXT NOT NULL,
  code MEDIUMTEXT NULL,
  source_map MEDIUMTEXT NULL,
  compiler VARCHAR(100) CHARACTER SET ascii NULL,
  deployed_at ${TIME} NULL,
  created_by VARCHAR(100) CHARACTER SET ascii NOT NULL,
  created_at ${TIME} NOT NULL,
  PRIMARY KEY (function_id, version),
  KEY function_versions_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE function_versions');
