import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE job_cycles ADD COLUMN claimed INT NOT NULL DEFAULT 0');

export const down = (db: Knex) => db.raw('ALTER TABLE job_cycles DROP COLUMN claimed');
