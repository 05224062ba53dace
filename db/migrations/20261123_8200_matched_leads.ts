import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE job_cycle_leads ADD COLUMN matched TINYINT(1) NULL');

export const down = (db: Knex) => db.raw('ALTER TABLE job_cycle_leads DROP COLUMN matched');
