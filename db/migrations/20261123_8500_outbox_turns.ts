import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE outbox ADD COLUMN bulk TINYINT(1) NOT NULL DEFAULT 0,
    ADD KEY outbox_turns (parked_at, account_id, bulk, next_at)`);

export const down = (db: Knex) => db.raw('ALTER TABLE outbox DROP KEY outbox_turns, DROP COLUMN bulk');
