import type { Knex } from 'knex';
import { TIME } from './columns.js';

/** When what a provider sent was emptied, and a key on those that were worked and still hold it. */
export const up = (db: Knex) =>
  db.raw(`ALTER TABLE inbound_events ADD COLUMN emptied_at ${TIME} NULL,
    ADD KEY inbound_events_full (emptied_at, processed_at)`);

export const down = (db: Knex) =>
  db.raw('ALTER TABLE inbound_events DROP KEY inbound_events_full, DROP COLUMN emptied_at');
