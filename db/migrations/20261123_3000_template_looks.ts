import type { Knex } from 'knex';
import { JSON_TEXT, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE whatsapp_numbers ADD COLUMN sync_asked_at ${TIME} NULL, ADD COLUMN synced_at ${TIME} NULL, ADD COLUMN sync_error ${JSON_TEXT} NULL`,
  );

export const down = (db: Knex) =>
  db.raw('ALTER TABLE whatsapp_numbers DROP COLUMN sync_asked_at, DROP COLUMN synced_at, DROP COLUMN sync_error');
