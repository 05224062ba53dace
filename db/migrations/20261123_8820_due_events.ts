import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE job_events ADD KEY job_events_queue (job_id, status, due_at)');

export const down = (db: Knex) => db.raw('ALTER TABLE job_events DROP KEY job_events_queue');
