import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE conversion_types (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(120) NOT NULL,
  category ${WORD} NOT NULL,
  currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NULL,
  fields ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY conversion_types_name (account_id, name),
  KEY conversion_types_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE conversion_types');
