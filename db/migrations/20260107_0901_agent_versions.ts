import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE agent_versions (
  agent_id ${ID} NOT NULL,
  version INT NOT NULL,
  account_id ${ID} NOT NULL,
  definition ${JSON_TEXT} NOT NULL,
  created_at ${TIME} NOT NULL,
  PRIMARY KEY (agent_id, version)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE agent_versions');
