import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('ALTER TABLE lead_engagement ADD KEY lead_engagement_inbound (account_id, last_inbound_at, lead_id)');

export const down = (db: Knex) => db.raw('ALTER TABLE lead_engagement DROP KEY lead_engagement_inbound');
