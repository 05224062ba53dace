import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE accounts ADD COLUMN retention ${JSON_TEXT} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE accounts DROP COLUMN retention');
