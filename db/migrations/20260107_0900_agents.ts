import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE agents (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  goal_type ${WORD} NOT NULL,
  is_active TINYINT(1) NOT NULL DEFAULT 1,
  paused TINYINT(1) NOT NULL DEFAULT 0,
  pause_reason VARCHAR(500) NULL,
  version INT NOT NULL DEFAULT 0,
  draft ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY agents_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE agents');
