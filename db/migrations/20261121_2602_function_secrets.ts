import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE function_secrets (
  function_id ${ID} NOT NULL,
  name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  account_id ${ID} NOT NULL,
  value TEXT CHARACTER SET ascii NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  PRIMARY KEY (function_id, name),
  KEY function_secrets_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE function_secrets');
