import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw('ALTER TABLE whatsapp_numbers ADD COLUMN status_detail VARCHAR(500) NULL');
};

export const down = async (db: Knex) => {
  await db.raw('ALTER TABLE whatsapp_numbers DROP COLUMN status_detail');
};
