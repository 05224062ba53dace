import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE accounts (
  id ${ID} NOT NULL PRIMARY KEY,
  name VARCHAR(200) NOT NULL,
  timezone VARCHAR(64) NOT NULL DEFAULT 'UTC',
  country CHAR(2) CHARACTER SET ascii NULL,
  sending_enabled TINYINT(1) NOT NULL DEFAULT 1,
  sending_note VARCHAR(500) NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE accounts');
