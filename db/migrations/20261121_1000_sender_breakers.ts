import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE sender_breakers (
  sender_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  trips INT NOT NULL,
  last_code ${WORD} NOT NULL,
  opened_at ${TIME} NOT NULL,
  retry_at ${TIME} NOT NULL,
  probe_until ${TIME} NULL,
  KEY sender_breakers_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE sender_breakers');
