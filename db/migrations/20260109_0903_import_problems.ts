import type { Knex } from 'knex';
import { WORD } from './columns.js';

/** The worst of a row's problems, so that the rows to look at are found among any number of rows without any. */
export const up = (db: Knex) =>
  db.raw(`ALTER TABLE import_rows
  ADD COLUMN severity ${WORD} NULL AFTER outcome,
  ADD KEY import_rows_severity (import_id, severity, row_no)`);

export const down = (db: Knex) => db.raw('ALTER TABLE import_rows DROP KEY import_rows_severity, DROP COLUMN severity');
