import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw(
    `ALTER TABLE campaigns ADD COLUMN enrolment VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'due'`,
  );
  // Earlier campaigns are enrolled already, or are once their leads are checked again.
  await db.raw(`UPDATE campaigns SET enrolment = 'through' WHERE started_at IS NOT NULL`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE campaigns DROP COLUMN enrolment');
};
