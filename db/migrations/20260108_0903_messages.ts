import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE messages (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NOT NULL,
  agent_run_id ${ID} NULL,
  agent_id ${ID} NULL,
  step_key VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
  visit INT NULL,
  attempt INT NULL,
  channel ${WORD} NOT NULL,
  direction ${WORD} NOT NULL,
  type ${WORD} NOT NULL,
  status ${WORD} NOT NULL,
  claim_no INT NOT NULL DEFAULT 0,
  claimed_at ${TIME} NULL,
  sender_id ${ID} NULL,
  template_id ${ID} NULL,
  variant VARCHAR(64) NULL,
  to_address VARCHAR(254) NULL,
  subject VARCHAR(998) NULL,
  content ${JSON_TEXT} NULL,
  html ${JSON_TEXT} NULL,
  provider ${WORD} NULL,
  provider_message_id VARBINARY(998) NULL,
  in_reply_to ${ID} NULL,
  hold_reason ${WORD} NULL,
  hold_until ${TIME} NULL,
  settled_by ${WORD} NULL,
  failure_code ${WORD} NULL,
  failure ${JSON_TEXT} NULL,
  late_by_seconds INT NULL,
  sent_at ${TIME} NULL,
  delivered_at ${TIME} NULL,
  read_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY messages_step (agent_run_id, step_key, visit, attempt),
  KEY messages_lead (lead_id, id),
  KEY messages_page (account_id, id),
  KEY messages_status (account_id, status, id),
  KEY messages_usage (lead_id, direction, sent_at),
  KEY messages_provider (provider_message_id(255))
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE messages');
