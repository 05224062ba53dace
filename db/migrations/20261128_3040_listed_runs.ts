import type { Knex } from 'knex';

// Runs of an earlier release have no rows in `function_run_leads`: the flag says which ones have.
export const up = (db: Knex) =>
  db.raw(
    'ALTER TABLE function_runs ADD COLUMN leads_listed TINYINT(1) NOT NULL DEFAULT 0, ADD KEY function_runs_unlisted (account_id, leads_listed)',
  );

export const down = (db: Knex) =>
  db.raw('ALTER TABLE function_runs DROP KEY function_runs_unlisted, DROP COLUMN leads_listed');
