import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE function_runs ADD COLUMN draft_source ${JSON_TEXT} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE function_runs DROP COLUMN draft_source');
