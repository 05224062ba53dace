import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(
    'ALTER TABLE email_senders ADD COLUMN refused_at DATETIME(3) NULL, ADD COLUMN refused_reason VARCHAR(500) NULL',
  );

export const down = (db: Knex) =>
  db.raw('ALTER TABLE email_senders DROP COLUMN refused_at, DROP COLUMN refused_reason');
