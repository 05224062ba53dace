import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE slot_holds (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  host_id ${ID} NOT NULL,
  meeting_type_id ${ID} NOT NULL,
  starts_at ${TIME} NOT NULL,
  ends_at ${TIME} NOT NULL,
  buffer_before_minutes INT NOT NULL,
  buffer_after_minutes INT NOT NULL,
  expires_at ${TIME} NOT NULL,
  created_at ${TIME} NOT NULL,
  KEY slot_holds_host (host_id, expires_at),
  KEY slot_holds_expiry (expires_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE slot_holds');
