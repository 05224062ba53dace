import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE lead_changes ADD COLUMN sent INT NOT NULL DEFAULT 0, ADD COLUMN undone_by ${WORD} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE lead_changes DROP COLUMN undone_by, DROP COLUMN sent');
