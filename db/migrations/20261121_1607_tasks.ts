import type { Knex } from 'knex';
import { BYTES, ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE tasks (
  id ${ID} NOT NULL PRIMARY KEY,
  account_id ${ID} NOT NULL,
  lead_id ${ID} NULL,
  title VARCHAR(500) NOT NULL,
  status ${WORD} NOT NULL,
  due_at ${TIME} NULL,
  assignee_id ${ID} NULL,
  source_kind ${WORD} NOT NULL,
  source_id ${ID} NULL,
  effect_key ${BYTES} NULL,
  version INT NOT NULL DEFAULT 1,
  completed_at ${TIME} NULL,
  created_at ${TIME} NOT NULL,
  updated_at ${TIME} NOT NULL,
  UNIQUE KEY tasks_effect (account_id, effect_key(255)),
  KEY tasks_page (account_id, status, id),
  KEY tasks_assignee (account_id, assignee_id, status, id),
  KEY tasks_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE tasks');
