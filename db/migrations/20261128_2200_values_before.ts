import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE events ADD COLUMN values_before ${JSON_TEXT} NULL`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE events DROP COLUMN values_before');
};
