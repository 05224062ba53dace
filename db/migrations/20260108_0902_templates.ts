import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE templates (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  channel ${WORD} NOT NULL,
  language VARCHAR(16) CHARACTER SET ascii NOT NULL,
  category ${WORD} NULL,
  status ${WORD} NOT NULL,
  subject VARCHAR(998) NULL,
  html ${JSON_TEXT} NULL,
  body ${JSON_TEXT} NULL,
  components ${JSON_TEXT} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY templates_name (account_id, channel, name, language),
  KEY templates_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE templates');
