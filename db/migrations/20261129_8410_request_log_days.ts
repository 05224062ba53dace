import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('ALTER TABLE accounts ADD COLUMN request_log_days SMALLINT UNSIGNED NOT NULL DEFAULT 7');

export const down = (db: Knex) => db.raw('ALTER TABLE accounts DROP COLUMN request_log_days');
