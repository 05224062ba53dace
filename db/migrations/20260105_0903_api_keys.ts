import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE api_keys (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  kind ${WORD} NOT NULL,
  key_hash BINARY(32) NOT NULL,
  last_four CHAR(4) CHARACTER SET ascii NOT NULL,
  public_key VARCHAR(80) CHARACTER SET ascii NULL,
  scopes ${JSON_TEXT} NOT NULL,
  domains ${JSON_TEXT} NOT NULL,
  rate_limit INT NOT NULL DEFAULT 100,
  request_contact TINYINT(1) NOT NULL DEFAULT 0,
  last_used_at ${TIME} NULL,
  revoked_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY api_keys_hash (key_hash),
  KEY api_keys_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE api_keys');
