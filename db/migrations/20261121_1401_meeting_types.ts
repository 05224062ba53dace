import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE meeting_types (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  description TEXT NULL,
  duration_minutes INT NOT NULL,
  location_type ${WORD} NOT NULL,
  location_details VARCHAR(1000) NULL,
  meeting_url VARCHAR(2000) NULL,
  buffer_before_minutes INT NOT NULL DEFAULT 0,
  buffer_after_minutes INT NOT NULL DEFAULT 0,
  minimum_notice_minutes INT NOT NULL DEFAULT 0,
  max_days_ahead INT NOT NULL,
  slot_interval_minutes INT NOT NULL,
  max_per_day INT NULL,
  invite_by_default TINYINT NOT NULL DEFAULT 0,
  assignment ${WORD} NOT NULL,
  reminders ${JSON_TEXT} NOT NULL,
  questions ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY meeting_types_page (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE meeting_types');
