import type { Knex } from 'knex';

// An address is taken within an account only: no account can learn of another one's users, or keep an address from it.
export const up = (db: Knex) =>
  db.raw('ALTER TABLE users DROP KEY users_email, ADD UNIQUE KEY users_email_account (email, account_id)');

export const down = (db: Knex) =>
  db.raw('ALTER TABLE users DROP KEY users_email_account, ADD UNIQUE KEY users_email (email)');
