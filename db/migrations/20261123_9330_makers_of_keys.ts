import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE api_keys ADD COLUMN created_by ${WORD} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE api_keys DROP COLUMN created_by');
