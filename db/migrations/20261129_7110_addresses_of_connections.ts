import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE connections ADD KEY connections_email (email)');

export const down = (db: Knex) => db.raw('ALTER TABLE connections DROP KEY connections_email');
