import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE voice_agents (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  name VARCHAR(200) NOT NULL,
  provider ${WORD} NOT NULL,
  from_number VARCHAR(20) CHARACTER SET ascii NULL,
  agent_id VARCHAR(200) NULL,
  url VARCHAR(2048) NULL,
  api_key ${JSON_TEXT} NULL,
  max_concurrent INT NOT NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  KEY voice_agents_account (account_id, id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE voice_agents');
