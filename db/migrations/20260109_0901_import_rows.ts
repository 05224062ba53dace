import type { Knex } from 'knex';
import { ID, JSON_TEXT, TABLE, WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE import_rows (
  import_id ${ID} NOT NULL,
  row_no INT NOT NULL,
  account_id ${ID} NOT NULL,
  data ${JSON_TEXT} NOT NULL,
  outcome ${WORD} NULL,
  lead_id ${ID} NULL,
  problems ${JSON_TEXT} NULL,
  before_update ${JSON_TEXT} NULL,
  PRIMARY KEY (import_id, row_no),
  KEY import_rows_outcome (import_id, outcome, row_no),
  KEY import_rows_lead (lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE import_rows');
