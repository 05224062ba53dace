import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`CREATE TABLE work_attempts (
    kind ${WORD} NOT NULL,
    id ${ID} NOT NULL,
    tries INT NOT NULL,
    begun_at ${TIME} NOT NULL,
    PRIMARY KEY (kind, id)
  ) ${TABLE}`);
};

export const down = async (db: Knex) => {
  await db.raw('DROP TABLE work_attempts');
};
