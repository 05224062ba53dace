import type { Knex } from 'knex';
import { ID, TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE lead_identities (
  account_id ${ID} NOT NULL,
  identity BINARY(32) NOT NULL,
  seen INT NOT NULL DEFAULT 1,
  PRIMARY KEY (account_id, identity)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE lead_identities');
