import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE lead_variables ADD COLUMN set_by ${WORD} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE lead_variables DROP COLUMN set_by');
