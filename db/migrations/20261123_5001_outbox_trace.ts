import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('ALTER TABLE outbox ADD COLUMN trace_parent VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL');

export const down = (db: Knex) => db.raw('ALTER TABLE outbox DROP COLUMN trace_parent');
