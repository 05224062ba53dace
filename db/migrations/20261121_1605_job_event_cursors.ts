import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE job_event_cursors (
  account_id ${ID} NOT NULL PRIMARY KEY,
  seq BIGINT NOT NULL
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE job_event_cursors');
