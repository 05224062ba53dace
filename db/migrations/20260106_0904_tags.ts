import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE tags (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(64) NOT NULL,
  slug VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  created_at ${TIME} NOT NULL,
  UNIQUE KEY tags_slug (account_id, slug)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE tags');
