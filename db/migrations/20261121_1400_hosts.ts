import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE hosts (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  email VARCHAR(254) NOT NULL,
  timezone ${WORD} NOT NULL,
  max_per_day INT NULL,
  is_active TINYINT NOT NULL DEFAULT 1,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY hosts_page (account_id, id),
  KEY hosts_email (account_id, email)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE hosts');
