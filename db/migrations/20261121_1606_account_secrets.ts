import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE account_secrets (
  account_id ${ID} NOT NULL,
  name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  value TEXT NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  PRIMARY KEY (account_id, name)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE account_secrets');
