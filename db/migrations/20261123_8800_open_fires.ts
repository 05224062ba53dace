import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE function_fires ADD KEY function_fires_open (function_id, status)');

export const down = (db: Knex) => db.raw('ALTER TABLE function_fires DROP KEY function_fires_open');
