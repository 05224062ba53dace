import type { Knex } from 'knex';

/** When a user last got a lead in turn, counted within the account. */
export const up = (db: Knex) => db.raw('ALTER TABLE users ADD COLUMN owner_turn BIGINT NOT NULL DEFAULT 0');

export const down = (db: Knex) => db.raw('ALTER TABLE users DROP COLUMN owner_turn');
