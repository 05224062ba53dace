import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE lead_metadata_values (
  lead_id ${ID} NOT NULL,
  account_id ${ID} NOT NULL,
  path VARBINARY(200) NOT NULL,
  value VARBINARY(81) NOT NULL,
  PRIMARY KEY (lead_id, path, value),
  KEY lead_metadata_values_value (account_id, path, value, lead_id)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE lead_metadata_values');
