import type { Knex } from 'knex';
import { ID, JSON_TEXT, TIME } from './columns.js';

/** Who is at work on a request with transactions of its own, until when nobody else may be, and how far it has come. */
export const up = (db: Knex) =>
  db.raw(`ALTER TABLE idempotency_keys
  ADD COLUMN owner_token ${ID} NULL,
  ADD COLUMN lease_until ${TIME} NULL,
  ADD COLUMN progress ${JSON_TEXT} NULL,
  ADD KEY idempotency_keys_lease (lease_until)`);

export const down = (db: Knex) =>
  db.raw(`ALTER TABLE idempotency_keys
  DROP KEY idempotency_keys_lease, DROP COLUMN owner_token, DROP COLUMN lease_until, DROP COLUMN progress`);
