import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE sessions (
  jti ${ID} NOT NULL PRIMARY KEY,
  user_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  created_at ${TIME} NOT NULL,
  expires_at ${TIME} NOT NULL,
  revoked_at ${TIME} NULL,
  KEY sessions_user (user_id),
  KEY sessions_expiry (expires_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE sessions');
