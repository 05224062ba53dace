import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE calendar_connections (
  host_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  provider ${WORD} NOT NULL,
  url VARCHAR(1000) NOT NULL,
  user_name VARCHAR(254) NOT NULL,
  password TEXT NOT NULL,
  calendar_url VARCHAR(1000) NULL,
  status ${WORD} NOT NULL,
  error VARCHAR(500) NULL,
  version INT NOT NULL DEFAULT 1,
  state_tag VARCHAR(500) NULL,
  attempts INT NOT NULL DEFAULT 0,
  checked_at ${TIME} NULL,
  synced_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY calendar_connections_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE calendar_connections');
