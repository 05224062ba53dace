import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE hooks (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  provider ${WORD} NOT NULL,
  token_hash BINARY(32) NOT NULL,
  secret ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  disabled_at ${TIME} NULL,
  UNIQUE KEY hooks_token (token_hash),
  KEY hooks_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE hooks');
