import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

/** How far taking an import back has come. */
export const up = (db: Knex) => db.raw(`ALTER TABLE imports ADD COLUMN undo_progress ${JSON_TEXT} NULL AFTER failure`);

export const down = (db: Knex) => db.raw('ALTER TABLE imports DROP COLUMN undo_progress');
