import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('ALTER TABLE calendar_entries ADD COLUMN etag VARCHAR(255) NULL, ADD COLUMN join_url VARCHAR(2000) NULL');

export const down = (db: Knex) => db.raw('ALTER TABLE calendar_entries DROP COLUMN etag, DROP COLUMN join_url');
