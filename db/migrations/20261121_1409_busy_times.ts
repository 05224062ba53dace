import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE busy_times (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  host_id ${ID} NOT NULL,
  provider ${WORD} NOT NULL,
  external_calendar_id VARCHAR(1000) NULL,
  external_event_id VARBINARY(1020) NULL,
  starts_at ${TIME} NOT NULL,
  ends_at ${TIME} NOT NULL,
  created_at ${TIME} NOT NULL,
  KEY busy_times_host (host_id, ends_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE busy_times');
