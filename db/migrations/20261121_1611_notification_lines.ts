import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE notification_lines (
  notification_id ${ID} NOT NULL,
  subject_id ${ID} NOT NULL,
  lead_id ${ID} NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (notification_id, subject_id),
  KEY notification_lines_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE notification_lines');
