import type { Knex } from 'knex';
import { ID } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(
    `ALTER TABLE idempotency_keys ADD COLUMN lead_id ${ID} NULL, ADD KEY idempotency_keys_lead (account_id, lead_id)`,
  );
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE idempotency_keys DROP KEY idempotency_keys_lead, DROP COLUMN lead_id');
};
