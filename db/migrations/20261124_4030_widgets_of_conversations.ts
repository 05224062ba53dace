import type { Knex } from 'knex';
import { ID } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE conversations ADD COLUMN widget_id ${ID} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE conversations DROP COLUMN widget_id');
