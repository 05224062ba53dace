import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE users (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  email VARCHAR(254) NOT NULL,
  name VARCHAR(200) NOT NULL,
  role ${WORD} NOT NULL,
  password_hash VARCHAR(255) NOT NULL,
  created_at ${TIME} NOT NULL,
  disabled_at ${TIME} NULL,
  UNIQUE KEY users_email (email),
  KEY users_account (account_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE users');
