import type { Knex } from 'knex';
import { BYTES, ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE notifications (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  user_id ${ID} NOT NULL,
  channel ${WORD} NOT NULL,
  title VARCHAR(300) NOT NULL,
  source_kind ${WORD} NOT NULL,
  source_id ${ID} NULL,
  effect_key ${BYTES} NOT NULL,
  status ${WORD} NOT NULL,
  failure VARCHAR(500) NULL,
  read_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY notifications_effect (user_id, effect_key(255)),
  KEY notifications_page (account_id, user_id, id),
  KEY notifications_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE notifications');
