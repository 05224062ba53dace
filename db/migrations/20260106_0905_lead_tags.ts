import type { Knex } from 'knex';
import { ID, TABLE, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE lead_tags (
  lead_id ${ID} NOT NULL,
  tag_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  created_at ${TIME} NOT NULL,
  PRIMARY KEY (lead_id, tag_id),
  KEY lead_tags_tag (tag_id, lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE lead_tags');
