import type { Knex } from 'knex';
import { JSON_TEXT, TIME } from './columns.js';

export const up = async (db: Knex) => {
  await db.raw(
    `ALTER TABLE meetings ADD COLUMN attendee_answers ${JSON_TEXT} NULL, ADD COLUMN answer_to_read_at ${TIME} NULL`,
  );
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE meetings DROP COLUMN attendee_answers, DROP COLUMN answer_to_read_at');
};
