import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  user_tokens: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    kind ${WORD} NOT NULL,
    token_hash BINARY(32) NOT NULL,
    user_id ${ID} NULL,
    email VARCHAR(254) NULL,
    role ${WORD} NULL,
    created_by ${WORD} NOT NULL,
    created_at ${TIME} NOT NULL,
    expires_at ${TIME} NOT NULL,
    used_at ${TIME} NULL,
    UNIQUE KEY user_tokens_hash (token_hash),
    KEY user_tokens_account (account_id, kind, id),
    KEY user_tokens_expiry (expires_at)`,
});
