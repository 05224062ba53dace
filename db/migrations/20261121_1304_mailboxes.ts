import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE mailboxes (
  sender_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  settings ${JSON_TEXT} NOT NULL,
  password ${JSON_TEXT} NOT NULL,
  uid_validity BIGINT NULL,
  last_uid BIGINT NOT NULL DEFAULT 0,
  read_since ${TIME} NOT NULL,
  lease_owner ${ID} NULL,
  lease_until ${TIME} NULL,
  next_at ${TIME} NOT NULL,
  failures INT NOT NULL DEFAULT 0,
  last_error VARCHAR(500) NULL,
  checked_at ${TIME} NULL,
  updated_at ${TIME} NOT NULL,
  KEY mailboxes_due (next_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE mailboxes');
