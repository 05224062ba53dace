import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE whatsapp_numbers (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  phone_number VARCHAR(20) CHARACTER SET ascii NOT NULL,
  display_name VARCHAR(200) NULL,
  provider ${WORD} NOT NULL,
  provider_phone_number_id VARCHAR(64) CHARACTER SET ascii NULL,
  waba_id VARCHAR(64) CHARACTER SET ascii NULL,
  access_token ${JSON_TEXT} NULL,
  status ${WORD} NOT NULL,
  quality_rating ${WORD} NOT NULL,
  messaging_limit ${WORD} NULL,
  throughput_per_second INT NOT NULL,
  about VARCHAR(200) NULL,
  photo_url VARCHAR(2048) NULL,
  photo_updated_at ${TIME} NULL,
  is_default TINYINT NOT NULL DEFAULT 0,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY whatsapp_numbers_number (account_id, phone_number),
  KEY whatsapp_numbers_page (account_id, id),
  KEY whatsapp_numbers_provider (provider_phone_number_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE whatsapp_numbers');
