import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE outgoing_messages (
  message_id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  request ${JSON_TEXT} NOT NULL,
  occasion VARCHAR(191) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  due_at ${TIME} NOT NULL,
  retries INT NOT NULL DEFAULT 0,
  closed_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY outgoing_messages_occasion (account_id, occasion),
  KEY outgoing_messages_lead (lead_id),
  KEY outgoing_messages_open (closed_at, due_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE outgoing_messages');
