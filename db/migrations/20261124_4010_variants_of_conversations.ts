import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE conversations ADD COLUMN variant ${WORD} NULL, ADD KEY conversations_agent (agent_id, id)`);

export const down = (db: Knex) => db.raw('ALTER TABLE conversations DROP KEY conversations_agent, DROP COLUMN variant');
