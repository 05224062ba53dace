import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('CREATE INDEX job_deliveries_cycle ON job_deliveries (cycle_id, status)');

export const down = (db: Knex) => db.raw('DROP INDEX job_deliveries_cycle ON job_deliveries');
