import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE processes ADD COLUMN ignores_proxy TINYINT(1) NOT NULL DEFAULT 0');

export const down = (db: Knex) => db.raw('ALTER TABLE processes DROP COLUMN ignores_proxy');
