import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('CREATE INDEX agent_runs_campaign ON agent_runs (campaign_id, run_status, stop_reason)');

export const down = (db: Knex) => db.raw('DROP INDEX agent_runs_campaign ON agent_runs');
