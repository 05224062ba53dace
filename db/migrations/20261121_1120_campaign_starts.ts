import type { Knex } from 'knex';
import { TIME } from './columns.js';

export const up = (db: Knex) => db.raw(`ALTER TABLE campaigns ADD COLUMN started_at ${TIME} NULL AFTER starts_at`);

export const down = (db: Knex) => db.raw('ALTER TABLE campaigns DROP COLUMN started_at');
