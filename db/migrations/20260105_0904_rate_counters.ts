import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE rate_counters (
  api_key_id ${ID} NOT NULL PRIMARY KEY,
  minute BIGINT NOT NULL,
  n INT NOT NULL
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE rate_counters');
