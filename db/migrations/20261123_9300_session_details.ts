import type { Knex } from 'knex';
import { TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE sessions ADD COLUMN last_seen_at ${TIME} NULL,
    ADD COLUMN user_agent VARCHAR(400) NULL,
    ADD COLUMN address VARCHAR(45) CHARACTER SET ascii NULL`);

export const down = (db: Knex) =>
  db.raw('ALTER TABLE sessions DROP COLUMN last_seen_at, DROP COLUMN user_agent, DROP COLUMN address');
