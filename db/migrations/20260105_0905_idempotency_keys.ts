import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE idempotency_keys (
  account_id ${ID} NOT NULL,
  route ${WORD} NOT NULL,
  key_hash BINARY(32) NOT NULL,
  fingerprint BINARY(32) NOT NULL,
  status SMALLINT NULL,
  body ${JSON_TEXT} NULL,
  created_at ${TIME} NOT NULL,
  expires_at ${TIME} NOT NULL,
  PRIMARY KEY (account_id, route, key_hash),
  KEY idempotency_keys_expiry (expires_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE idempotency_keys');
