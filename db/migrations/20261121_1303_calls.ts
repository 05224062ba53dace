import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE calls (
  message_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  call_status ${WORD} NOT NULL,
  disconnection_reason ${WORD} NULL,
  answered TINYINT NULL,
  successful TINYINT NULL,
  duration_seconds INT NULL,
  summary ${JSON_TEXT} NULL,
  transcript ${JSON_TEXT} NULL,
  recording_url VARCHAR(2048) NULL,
  started_at ${TIME} NULL,
  ended_at ${TIME} NULL,
  updated_at ${TIME} NOT NULL,
  KEY calls_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE calls');
