import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(
    'ALTER TABLE email_senders ADD COLUMN track_opens TINYINT NOT NULL DEFAULT 0, ADD COLUMN track_clicks TINYINT NOT NULL DEFAULT 0',
  );

export const down = (db: Knex) => db.raw('ALTER TABLE email_senders DROP COLUMN track_opens, DROP COLUMN track_clicks');
