import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE meeting_notices (
  meeting_id ${ID} NOT NULL,
  notice_key VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  account_id ${ID} NOT NULL,
  message_id ${ID} NULL,
  skipped ${WORD} NULL,
  attempts INT NOT NULL DEFAULT 0,
  created_at ${TIME} NOT NULL,
  PRIMARY KEY (meeting_id, notice_key),
  KEY meeting_notices_message (message_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE meeting_notices');
