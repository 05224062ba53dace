import type { Knex } from 'knex';
import { JSON_TEXT, TIME } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(
    `ALTER TABLE calendar_connections
       ADD COLUMN current_at ${TIME} NULL,
       ADD COLUMN user_addresses ${JSON_TEXT} NULL,
       ADD COLUMN entry_problems ${JSON_TEXT} NULL,
       ADD COLUMN problems_since ${TIME} NULL`,
  );
};

export const down = async (db: Knex) => {
  await db.raw(
    'ALTER TABLE calendar_connections DROP COLUMN current_at, DROP COLUMN user_addresses, DROP COLUMN entry_problems, DROP COLUMN problems_since',
  );
};
