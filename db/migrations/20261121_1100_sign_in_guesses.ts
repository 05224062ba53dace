import type { Knex } from 'knex';
import { TABLE } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`CREATE TABLE sign_in_guesses (
  subject BINARY(32) NOT NULL PRIMARY KEY,
  period INT NOT NULL,
  n INT NOT NULL,
  KEY sign_in_guesses_period (period)
) ${TABLE}`);

export const down = (db: Knex) => db.raw('DROP TABLE sign_in_guesses');
