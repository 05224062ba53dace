import type { Knex } from 'knex';
import { TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE conversations ADD COLUMN awaited_since ${TIME} NULL, ADD KEY conversations_awaited (awaited_since)`,
  );

export const down = (db: Knex) =>
  db.raw('ALTER TABLE conversations DROP KEY conversations_awaited, DROP COLUMN awaited_since');
