import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE suppressions (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  channel ${WORD} NOT NULL,
  address_hash BINARY(32) NOT NULL,
  address VARCHAR(254) NOT NULL,
  reason VARCHAR(200) NOT NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY suppressions_address (account_id, channel, address_hash),
  KEY suppressions_page (account_id, id),
  KEY suppressions_match (account_id, address, channel)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE suppressions');
