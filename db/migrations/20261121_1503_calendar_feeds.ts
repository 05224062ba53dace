import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE calendar_feeds (
  host_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  token_hash BINARY(32) NOT NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY calendar_feeds_token (token_hash)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE calendar_feeds');
