import type { Knex } from 'knex';

export async function up(db: Knex): Promise<void> {
  await db.raw(
    `ALTER TABLE leads ADD COLUMN deal_value DECIMAL(18,2) NULL,
     ADD COLUMN deal_currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NULL`,
  );
  await db.raw(
    'ALTER TABLE agent_runs ADD KEY agent_runs_pipeline (account_id, agent_id, status_key, status_entered_at, id)',
  );
}

export async function down(db: Knex): Promise<void> {
  await db.raw('ALTER TABLE agent_runs DROP KEY agent_runs_pipeline');
  await db.raw('ALTER TABLE leads DROP COLUMN deal_currency, DROP COLUMN deal_value');
}
