import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE meeting_slots (
  host_id ${ID} NOT NULL,
  cell INT UNSIGNED NOT NULL,
  meeting_id ${ID} NOT NULL,
  PRIMARY KEY (host_id, cell),
  KEY meeting_slots_meeting (meeting_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE meeting_slots');
