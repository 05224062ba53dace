import type { Knex } from 'knex';
import { TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE notifications ADD COLUMN claim_no INT NOT NULL DEFAULT 0, ADD COLUMN claimed_at ${TIME} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE notifications DROP COLUMN claim_no, DROP COLUMN claimed_at');
