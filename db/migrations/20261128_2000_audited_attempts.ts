import type { Knex } from 'knex';
import { TIME, WORD } from './columns.js';

// Attempts that were refused are counted: `once` is a hash of who tried what in which hour.
export const up = (db: Knex) =>
  db.raw(`ALTER TABLE audit_entries
    ADD COLUMN outcome ${WORD} NOT NULL DEFAULT 'done',
    ADD COLUMN n INT NOT NULL DEFAULT 1,
    ADD COLUMN last_at ${TIME} NULL,
    ADD COLUMN once BINARY(32) NULL,
    ADD UNIQUE KEY audit_entries_once (once)`);

export const down = (db: Knex) =>
  db.raw(`ALTER TABLE audit_entries
    DROP KEY audit_entries_once, DROP COLUMN once, DROP COLUMN last_at, DROP COLUMN n, DROP COLUMN outcome`);
