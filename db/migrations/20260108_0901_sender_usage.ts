import type { Knex } from 'knex';
import { ID, TABLE, TIME, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE sender_usage (
  sender_id ${ID} NOT NULL,
  bucket ${WORD} NOT NULL,
  starts_at ${TIME} NOT NULL,
  n INT NOT NULL,
  PRIMARY KEY (sender_id, bucket, starts_at)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE sender_usage');
