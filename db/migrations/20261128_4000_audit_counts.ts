import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE audit_entries ADD COLUMN counts ${JSON_TEXT} NULL`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE audit_entries DROP COLUMN counts');
};
