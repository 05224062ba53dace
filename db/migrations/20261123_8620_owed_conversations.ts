import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE conversations ADD KEY conversations_owed (owed, last_inbound_at)');

export const down = (db: Knex) => db.raw('ALTER TABLE conversations DROP KEY conversations_owed');
