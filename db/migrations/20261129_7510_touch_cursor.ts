import type { Knex } from 'knex';

/** Reading begins at the first event there is, so earlier messages are included. */
export const up = (db: Knex) => db.raw("INSERT IGNORE INTO report_cursors (name, seq) VALUES ('touches', 0)");

export const down = (db: Knex) => db.raw("DELETE FROM report_cursors WHERE name = 'touches'");
