import type { Knex } from 'knex';
import { BYTES, ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE leads (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  first_name VARCHAR(200) NOT NULL,
  last_name VARCHAR(200) NULL,
  email VARCHAR(254) NULL,
  phone VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin NULL,
  source VARCHAR(100) NOT NULL DEFAULT 'api',
  company VARCHAR(200) NULL,
  title VARCHAR(200) NULL,
  timezone VARCHAR(64) CHARACTER SET ascii NULL,
  country CHAR(2) CHARACTER SET ascii NULL,
  owner_id ${ID} NULL,
  external_id ${BYTES} NULL,
  consent_whatsapp ${WORD} NOT NULL DEFAULT 'unknown',
  consent_email ${WORD} NOT NULL DEFAULT 'unknown',
  consent_call ${WORD} NOT NULL DEFAULT 'unknown',
  consent_sms ${WORD} NOT NULL DEFAULT 'unknown',
  metadata ${JSON_TEXT} NOT NULL,
  campaign_id ${ID} NULL,
  import_id ${ID} NULL,
  version INT NOT NULL DEFAULT 1,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  hidden TINYINT(1) NOT NULL DEFAULT 0,
  erased_at ${TIME} NULL,
  KEY leads_page (account_id, hidden, id),
  KEY leads_updated (account_id, hidden, updated_at, id),
  KEY leads_email (account_id, email, hidden, id),
  KEY leads_phone (account_id, phone, hidden, id),
  KEY leads_external (account_id, external_id(255)),
  KEY leads_campaign (account_id, campaign_id, hidden, id),
  KEY leads_source (account_id, source, hidden, id),
  KEY leads_company (account_id, company, id),
  KEY leads_import (import_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE leads');
