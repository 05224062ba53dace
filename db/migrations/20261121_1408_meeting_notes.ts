import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE meeting_notes (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  meeting_id ${ID} NULL,
  provider ${WORD} NOT NULL,
  external_meeting_id VARBINARY(1020) NULL,
  matched_by ${WORD} NOT NULL,
  notes ${JSON_TEXT} NULL,
  transcript_text ${JSON_TEXT} NULL,
  summary ${JSON_TEXT} NULL,
  manual_ai_summary ${JSON_TEXT} NULL,
  action_items ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY meeting_notes_external (account_id, provider, external_meeting_id),
  KEY meeting_notes_lead (lead_id),
  KEY meeting_notes_meeting (meeting_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE meeting_notes');
