import type { Knex } from 'knex';

/** Cycles follow a cursor on the lead's id through an agent's open enrolments, whatever their status. */
export const up = (db: Knex) =>
  db.raw('CREATE INDEX agent_runs_cycle ON agent_runs (account_id, agent_id, open_slot, lead_id)');

export const down = (db: Knex) => db.raw('DROP INDEX agent_runs_cycle ON agent_runs');
