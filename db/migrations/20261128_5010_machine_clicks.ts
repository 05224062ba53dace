import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw('ALTER TABLE message_clicks ADD COLUMN machine_n INT NOT NULL DEFAULT 0');
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE message_clicks DROP COLUMN machine_n');
};
