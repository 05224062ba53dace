import type { Knex } from 'knex';

export const up = async (db: Knex) => {
  await db.raw(
    `ALTER TABLE leads
       ADD COLUMN whatsapp_user_id VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin NULL,
       ADD COLUMN whatsapp_username VARCHAR(100) NULL,
       ADD KEY leads_whatsapp_user (account_id, whatsapp_user_id)`,
  );
};

export const down = async (db: Knex) => {
  await db.raw(
    'ALTER TABLE leads DROP KEY leads_whatsapp_user, DROP COLUMN whatsapp_user_id, DROP COLUMN whatsapp_username',
  );
};
