import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

/** An ID that a provider gave. */
const PROVIDER_ID = 'VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin';

export const { up, down } = createTables({
  push_channels: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    connection_id ${ID} NOT NULL,
    provider ${WORD} NOT NULL,
    kind ${WORD} NOT NULL,
    subject_id ${ID} NOT NULL,
    resource VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    channel_id ${PROVIDER_ID} NULL,
    channel_resource ${PROVIDER_ID} NULL,
    expires_at ${TIME} NULL,
    next_at ${TIME} NOT NULL,
    failures INT UNSIGNED NOT NULL DEFAULT 0,
    last_error VARCHAR(500) NULL,
    noticed_at ${TIME} NULL,
    removed_at ${TIME} NULL,
    claimed_until ${TIME} NULL,
    created_at ${TIME} NOT NULL,
    UNIQUE KEY push_channels_watched (subject_id, kind, connection_id, resource),
    KEY push_channels_due (next_at),
    KEY push_channels_connection (connection_id)`,
});
