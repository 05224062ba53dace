import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw('ALTER TABLE inbound_events ADD KEY inbound_events_unattached (account_id, lead_id)');

export const down = (db: Knex) => db.raw('ALTER TABLE inbound_events DROP KEY inbound_events_unattached');
