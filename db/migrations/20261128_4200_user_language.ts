import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE users ADD COLUMN language ${WORD} NULL`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE users DROP COLUMN language');
};
