import type { Knex } from 'knex';
import { ID, TIME } from './columns.js';

export const up = (db: Knex) =>
  db.raw(`ALTER TABLE job_event_cursors ADD COLUMN lease_owner ${ID} NULL, ADD COLUMN lease_until ${TIME} NULL,
    ADD COLUMN failure VARCHAR(500) NULL, ADD COLUMN failed_at ${TIME} NULL`);

export const down = (db: Knex) =>
  db.raw(`ALTER TABLE job_event_cursors DROP COLUMN lease_owner, DROP COLUMN lease_until, DROP COLUMN failure,
    DROP COLUMN failed_at`);
