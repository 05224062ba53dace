import type { Knex } from 'knex';

export const up = (db: Knex) => db.raw('ALTER TABLE job_cycles ADD KEY job_cycles_account (account_id, id)');

export const down = (db: Knex) => db.raw('ALTER TABLE job_cycles DROP KEY job_cycles_account');
