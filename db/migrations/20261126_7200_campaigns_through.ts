import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw(
    `ALTER TABLE campaigns ADD COLUMN enrolment VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT 'due'`,
  );
  // What was started before has long been looked through, or is once its leads are looked at again.
  await db.raw(`UPDATE campaigns SET enrolment = 'through' WHERE started_at IS NOT NULL`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE campaigns DROP COLUMN enrolment');
};
