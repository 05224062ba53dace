import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw('ALTER TABLE accounts ADD COLUMN second_factor_required TINYINT(1) NOT NULL DEFAULT 0');
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE accounts DROP COLUMN second_factor_required');
};
