import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw('ALTER TABLE leads ADD COLUMN needs_opt_in TINYINT(1) NOT NULL DEFAULT 0');
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE leads DROP COLUMN needs_opt_in');
};
