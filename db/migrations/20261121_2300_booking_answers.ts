import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE booking_keys ADD COLUMN answer ${JSON_TEXT} NULL AFTER operations`);

export const down = (db: Knex) => db.raw('ALTER TABLE booking_keys DROP COLUMN answer');
