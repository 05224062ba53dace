import type { Knex } from 'knex';
import { TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(
    `ALTER TABLE outgoing_messages ADD COLUMN own_retries INT NOT NULL DEFAULT 0, ADD COLUMN tried_until ${TIME} NULL`,
  );

export const down = (db: Knex) =>
  db.raw('ALTER TABLE outgoing_messages DROP COLUMN own_retries, DROP COLUMN tried_until');
