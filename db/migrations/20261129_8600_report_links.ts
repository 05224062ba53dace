import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  report_links: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    name VARCHAR(200) NOT NULL,
    view ${JSON_TEXT} NOT NULL,
    token_hash BINARY(32) NOT NULL,
    created_by ${WORD} NOT NULL,
    created_at ${TIME} NOT NULL,
    expires_at ${TIME} NULL,
    last_opened_at ${TIME} NULL,
    openings INT UNSIGNED NOT NULL DEFAULT 0,
    UNIQUE KEY report_links_token (token_hash),
    KEY report_links_account (account_id, id),
    KEY report_links_expiry (expires_at)`,
});
