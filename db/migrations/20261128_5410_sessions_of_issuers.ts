import type { Knex } from 'knex';
import { ID, TIME } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE sessions
    ADD COLUMN identity_id ${ID} NULL,
    ADD COLUMN issuer_session BINARY(32) NULL,
    ADD COLUMN issued_at ${TIME} NULL,
    ADD KEY sessions_identity (identity_id),
    ADD KEY sessions_issuer (issuer_session)`);
};

export const down = async (db: Knex) => {
  await db.raw(`ALTER TABLE sessions DROP KEY sessions_identity, DROP KEY sessions_issuer,
    DROP COLUMN identity_id, DROP COLUMN issuer_session, DROP COLUMN issued_at`);
};
