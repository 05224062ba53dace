import type { Knex } from 'knex';
import { WORD } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE accounts ADD COLUMN machine_engagement ${WORD} NOT NULL DEFAULT 'ignore'`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE accounts DROP COLUMN machine_engagement');
};
