import type { Knex } from 'knex';
import { TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE system_facts (
  name ${WORD} NOT NULL PRIMARY KEY,
  value VARCHAR(500) NOT NULL,
  updated_at ${TIME} NOT NULL
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE system_facts');
