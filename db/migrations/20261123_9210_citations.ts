import type { Knex } from 'knex';
import { JSON_TEXT } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE conversation_messages ADD COLUMN citations ${JSON_TEXT} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE conversation_messages DROP COLUMN citations');
