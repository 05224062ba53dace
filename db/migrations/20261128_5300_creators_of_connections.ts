import type { Knex } from 'knex';
import { ID } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE connections ADD COLUMN created_by ${ID} NULL`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE connections DROP COLUMN created_by');
};
