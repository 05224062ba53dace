import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE function_values (
  account_id ${ID} NOT NULL,
  function_id ${ID} NOT NULL,
  name VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  value ${JSON_TEXT} NOT NULL,
  expires_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  PRIMARY KEY (account_id, function_id, name),
  KEY function_values_expired (expires_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE function_values');
