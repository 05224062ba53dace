import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('CREATE INDEX job_events_cycle ON job_events (cycle_id)');

export const down = (db: Knex) => db.raw('DROP INDEX job_events_cycle ON job_events');
