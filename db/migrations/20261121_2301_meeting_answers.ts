import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE meetings ADD COLUMN answers ${JSON_TEXT} NULL AFTER additional_attendees`);

export const down = (db: Knex) => db.raw('ALTER TABLE meetings DROP COLUMN answers');
