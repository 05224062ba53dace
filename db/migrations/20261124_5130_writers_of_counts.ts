import type { Knex } from 'knex';
import { ID } from './columns.js';

const PLACE = 'account_id, day, metric, agent_id, step_key, variant, sender_id, channel, currency';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE report_counts
    ADD COLUMN writer_id ${ID} NOT NULL DEFAULT '',
    ADD COLUMN version INT NOT NULL DEFAULT 0,
    DROP PRIMARY KEY,
    ADD PRIMARY KEY (${PLACE}, writer_id, version)`);

/** Counts that only these columns distinguish are ambiguous without them, so all are rebuilt. */
export async function down(db: Knex): Promise<void> {
  await db.raw('TRUNCATE TABLE report_counts');
  await db.raw("UPDATE report_cursors SET seq = 0, counted_at = NULL WHERE name = 'events'");
  await db.raw(`ALTER TABLE report_counts
    DROP PRIMARY KEY,
    ADD PRIMARY KEY (${PLACE}),
    DROP COLUMN version,
    DROP COLUMN writer_id`);
}
