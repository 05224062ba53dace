import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

export const { up, down } = createTables({
  user_identities: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    user_id ${ID} NOT NULL,
    issuer_hash BINARY(32) NOT NULL,
    person_hash BINARY(32) NOT NULL,
    created_at ${TIME} NOT NULL,
    UNIQUE KEY user_identities_person (person_hash, account_id),
    UNIQUE KEY user_identities_user (user_id, issuer_hash)`,
  sign_ons: `
    id ${ID} NOT NULL PRIMARY KEY,
    state_hash BINARY(32) NOT NULL,
    browser_hash BINARY(32) NOT NULL,
    verifier ${JSON_TEXT} NOT NULL,
    nonce VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    target VARCHAR(2000) NOT NULL,
    expires_at ${TIME} NOT NULL,
    UNIQUE KEY sign_ons_state (state_hash),
    KEY sign_ons_expiry (expires_at)`,
});
