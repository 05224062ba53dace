import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

/** What was written of a meeting into its host's own calendar. */
export const up = (db: Knex) =>
  db.raw(`CREATE TABLE calendar_entries (
  meeting_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  host_id ${ID} NOT NULL,
  href VARCHAR(1000) NULL,
  fingerprint BINARY(32) NULL,
  starts_at ${TIME} NULL,
  ends_at ${TIME} NULL,
  attempts INT NOT NULL DEFAULT 0,
  next_at ${TIME} NULL,
  updated_at ${TIME} NOT NULL,
  KEY calendar_entries_host (host_id, ends_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE calendar_entries');
