import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE whatsapp_numbers MODIFY photo_url ${JSON_TEXT} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE whatsapp_numbers MODIFY photo_url VARCHAR(2048) NULL');
