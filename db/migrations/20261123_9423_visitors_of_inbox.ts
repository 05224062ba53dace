import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('ALTER TABLE conversations ADD KEY conversations_inbox (account_id, lead_id, last_inbound_at, id)');

export const down = (db: Knex) => db.raw('ALTER TABLE conversations DROP KEY conversations_inbox');
