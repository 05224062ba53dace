import type { Knex } from 'knex';
import { TIME } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE users ADD COLUMN password_until ${TIME} NULL`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE users DROP COLUMN password_until');
};
