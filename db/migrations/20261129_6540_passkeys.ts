import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

export const { up, down } = createTables({
  passkeys: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    user_id ${ID} NOT NULL,
    name VARCHAR(100) NOT NULL,
    credential_hash BINARY(32) NOT NULL,
    credential_id VARBINARY(1023) NOT NULL,
    public_key VARBINARY(4096) NOT NULL,
    counter INT UNSIGNED NOT NULL,
    backup_eligible TINYINT(1) NOT NULL,
    backed_up TINYINT(1) NOT NULL,
    transports ${JSON_TEXT} NOT NULL,
    created_at ${TIME} NOT NULL,
    last_used_at ${TIME} NULL,
    UNIQUE KEY passkeys_credential (credential_hash),
    KEY passkeys_user (user_id)`,
  passkey_challenges: `
    challenge_hash BINARY(32) NOT NULL PRIMARY KEY,
    browser_hash BINARY(32) NOT NULL,
    user_id ${ID} NULL,
    expires_at ${TIME} NOT NULL,
    KEY passkey_challenges_expiry (expires_at)`,
});
