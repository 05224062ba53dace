import type { Knex } from 'knex';

/** Suppressions are found by the hash of an address, which has an index of its own. */
export const up = (db: Knex) => db.raw('DROP INDEX suppressions_match ON suppressions');

export const down = (db: Knex) =>
  db.raw('CREATE INDEX suppressions_match ON suppressions (account_id, address, channel)');
