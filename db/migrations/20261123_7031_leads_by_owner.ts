import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('CREATE INDEX leads_owner ON leads (owner_id, hidden)');

export const down = (db: Knex) => db.raw('DROP INDEX leads_owner ON leads');
