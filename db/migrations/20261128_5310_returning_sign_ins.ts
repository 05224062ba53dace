import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw('ALTER TABLE connection_links ADD COLUMN returns TINYINT(1) NOT NULL DEFAULT 0');
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE connection_links DROP COLUMN returns');
};
