import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE hooks ADD COLUMN verify_token ${JSON_TEXT} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE hooks DROP COLUMN verify_token');
