import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE agent_turns
    ADD COLUMN variant ${WORD} NULL,
    ADD COLUMN captured INT NOT NULL DEFAULT 0,
    ADD COLUMN booked INT NOT NULL DEFAULT 0`);

export const down = (db: Knex) =>
  db.raw('ALTER TABLE agent_turns DROP COLUMN variant, DROP COLUMN captured, DROP COLUMN booked');
