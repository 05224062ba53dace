import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE availability_blocks (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  host_id ${ID} NOT NULL,
  kind ${WORD} NOT NULL,
  weekdays VARCHAR(100) NOT NULL,
  starts CHAR(5) CHARACTER SET ascii NULL,
  ends CHAR(5) CHARACTER SET ascii NULL,
  timezone ${WORD} NOT NULL,
  valid_from CHAR(10) CHARACTER SET ascii NULL,
  valid_to CHAR(10) CHARACTER SET ascii NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY availability_blocks_host (host_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE availability_blocks');
