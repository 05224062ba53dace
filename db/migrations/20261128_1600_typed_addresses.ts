import type { Knex } from 'knex';

// Null is what was written before, of which only the source tells where it came from.
export const up = async (db: Knex) => {
  await db.raw('ALTER TABLE leads ADD COLUMN email_typed TINYINT(1) NULL, ADD COLUMN phone_typed TINYINT(1) NULL');
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE leads DROP COLUMN email_typed, DROP COLUMN phone_typed');
};
