import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('CREATE INDEX sender_usage_time ON sender_usage (bucket, starts_at)');

export const down = (db: Knex) => db.raw('DROP INDEX sender_usage_time ON sender_usage');
