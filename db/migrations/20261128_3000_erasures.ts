import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  erasures: `
    id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    requested_at ${TIME} NOT NULL,
    search_from ${TIME} NOT NULL,
    finished_at ${TIME} NULL,
    marks TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    identities ${JSON_TEXT} NULL,
    gone_body ${JSON_TEXT} NULL,
    step ${WORD} NOT NULL DEFAULT '',
    place VARCHAR(1000) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL DEFAULT '',
    looked_count BIGINT NOT NULL DEFAULT 0,
    erased_count BIGINT NOT NULL DEFAULT 0,
    updated_at ${TIME} NOT NULL,
    PRIMARY KEY (id),
    UNIQUE KEY erasures_lead (lead_id),
    KEY erasures_open (finished_at, updated_at),
    KEY erasures_account (account_id, finished_at)`,
});
