import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

export const { up, down } = createTables({
  authenticator_apps: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    user_id ${ID} NOT NULL,
    secret ${JSON_TEXT} NOT NULL,
    last_step INT NULL,
    created_at ${TIME} NOT NULL,
    confirmed_at ${TIME} NULL,
    last_used_at ${TIME} NULL,
    KEY authenticator_apps_user (user_id)`,
  recovery_codes: `
    user_id ${ID} NOT NULL,
    code_hash BINARY(32) NOT NULL,
    used_at ${TIME} NULL,
    PRIMARY KEY (user_id, code_hash)`,
});
