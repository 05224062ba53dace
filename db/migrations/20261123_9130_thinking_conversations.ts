import type { Knex } from 'knex';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE conversations
    ADD COLUMN claim_no INT NOT NULL DEFAULT 0,
    ADD COLUMN thinks TINYINT(1) NOT NULL DEFAULT 0,
    ADD COLUMN superseded INT NOT NULL DEFAULT 0`);

export const down = (db: Knex) =>
  db.raw('ALTER TABLE conversations DROP COLUMN claim_no, DROP COLUMN thinks, DROP COLUMN superseded');
