import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(
    `ALTER TABLE report_touches ADD KEY report_touches_met (account_id, met_at, owner_id, lead_id),
     ADD KEY report_touches_won (account_id, won_at, owner_id, lead_id)`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('ALTER TABLE report_touches DROP KEY report_touches_won, DROP KEY report_touches_met');
}
