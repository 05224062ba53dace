import type { Knex } from 'knex';
import { TIME } from './columns.js';

/** Deleted agents are hidden: their versions and enrolments stay readable. */
export const up = (db: Knex) => db.raw(`ALTER TABLE agents ADD COLUMN deleted_at ${TIME} NULL`);

export const down = (db: Knex) => db.raw('ALTER TABLE agents DROP COLUMN deleted_at');
