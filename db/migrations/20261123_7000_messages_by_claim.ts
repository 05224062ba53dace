import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('CREATE INDEX messages_sender ON messages (sender_id, claimed_at)');

export const down = (db: Knex) => db.raw('DROP INDEX messages_sender ON messages');
