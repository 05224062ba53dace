import type { Knex } from 'knex';
import { WORD } from './columns.js';

// Widgets that exist keep writing to their contacts at once; new ones say what they want.
export const up = async (db: Knex) => {
  await db.raw(`ALTER TABLE widgets ADD COLUMN contact_confirmation ${WORD} NOT NULL DEFAULT 'none'`);
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE widgets DROP COLUMN contact_confirmation');
};
