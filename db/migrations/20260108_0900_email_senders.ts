import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE email_senders (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  from_email VARCHAR(254) NOT NULL,
  from_name VARCHAR(200) NULL,
  reply_to VARCHAR(254) NULL,
  provider ${WORD} NOT NULL DEFAULT 'sandbox',
  smtp ${JSON_TEXT} NULL,
  smtp_password ${JSON_TEXT} NULL,
  per_minute INT NULL,
  per_day INT NULL,
  ramp ${JSON_TEXT} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY email_senders_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE email_senders');
