import type { Knex } from 'knex';

/** Reading begins at the newest event: there are no webhooks yet that earlier ones could go to. */
export const up = (db: Knex) =>
  db.raw("INSERT IGNORE INTO report_cursors (name, seq) SELECT 'webhooks', COALESCE(MAX(seq), 0) FROM events");

export const down = (db: Knex) => db.raw("DELETE FROM report_cursors WHERE name = 'webhooks'");
