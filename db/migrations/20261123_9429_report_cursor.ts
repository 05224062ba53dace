import type { Knex } from 'knex';

/** Counting begins at the first event there is, so what happened before is counted as what comes. */
export const up = (db: Knex) => db.raw("INSERT IGNORE INTO report_cursors (name, seq) VALUES ('events', 0)");

export const down = (db: Knex) => db.raw("DELETE FROM report_cursors WHERE name = 'events'");
