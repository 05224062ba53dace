import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE audit_entries ADD COLUMN changes ${JSON_TEXT} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE audit_entries DROP COLUMN changes');
