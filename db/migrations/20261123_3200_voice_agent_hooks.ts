import type { Knex } from 'knex';
import { ID, JSON_TEXT } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE voice_agents ADD COLUMN hook_id ${ID} NULL, ADD COLUMN hook_token ${JSON_TEXT} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE voice_agents DROP COLUMN hook_id, DROP COLUMN hook_token');
