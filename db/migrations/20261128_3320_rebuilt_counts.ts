import type { Knex } from 'knex';

// Counts are put together here again before they replace those that reports read: a later column belongs to both tables.
export const up = async (db: Knex) => {
  await db.raw('CREATE TABLE IF NOT EXISTS report_counts_rebuilt LIKE report_counts');
};

export const down = async (db: Knex) => {
  await db.raw('DROP TABLE IF EXISTS report_counts_rebuilt');
};
