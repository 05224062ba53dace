import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('CREATE INDEX notifications_waiting ON notifications (status, channel, id)');

export const down = (db: Knex) => db.raw('DROP INDEX notifications_waiting ON notifications');
