import type { Knex } from 'knex';

/** Deletes what reports count, so that it is counted again from the first event. */
export async function forgetCounts(db: Knex): Promise<void> {
  await db('report_counts').delete();
  await db('report_touches').delete();
  await db('report_cursors').whereIn('name', ['events', 'touches']).update({ seq: 0, counted_at: null });
}
