import { createTables } from './baseline.js';
import { ID, TIME } from './columns.js';

export const { up, down } = createTables({
  whatsapp_users: `
    account_id ${ID} NOT NULL,
    user_id VARCHAR(160) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lead_id ${ID} NOT NULL,
    waba_id VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    phone VARCHAR(24) CHARACTER SET ascii COLLATE ascii_bin NULL,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    PRIMARY KEY (account_id, user_id),
    KEY whatsapp_users_lead (lead_id),
    KEY whatsapp_users_phone (account_id, phone)`,
});
