import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE campaigns (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  status ${WORD} NOT NULL DEFAULT 'draft',
  source VARCHAR(100) NULL,
  agent_id ${ID} NULL,
  starts_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY campaigns_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE campaigns');
