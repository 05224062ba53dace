import type { Knex } from 'knex';
import { ID } from './columns.js';

/** The cycle of a background job that asked for a run, and a key on what became of its runs. */
export const up = (db: Knex) =>
  db.raw(`ALTER TABLE function_runs ADD COLUMN cycle_id ${ID} NULL,
    ADD KEY function_runs_cycle (cycle_id, status)`);

export const down = (db: Knex) =>
  db.raw('ALTER TABLE function_runs DROP KEY function_runs_cycle, DROP COLUMN cycle_id');
