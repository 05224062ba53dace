import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE booking_keys (
  account_id ${ID} NOT NULL,
  key_hash BINARY(32) NOT NULL,
  fingerprint BINARY(32) NOT NULL,
  meeting_id ${ID} NOT NULL,
  warnings ${JSON_TEXT} NOT NULL,
  operations ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  PRIMARY KEY (account_id, key_hash),
  KEY booking_keys_meeting (meeting_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE booking_keys');
