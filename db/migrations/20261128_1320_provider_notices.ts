import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  provider_notices: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    provider ${WORD} NOT NULL,
    kind VARCHAR(120) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    understood TINYINT(1) NOT NULL,
    detail VARCHAR(500) NOT NULL,
    event_id ${ID} NOT NULL,
    events INT NOT NULL DEFAULT 1,
    since ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    UNIQUE KEY provider_notices_kind (account_id, provider, kind),
    KEY provider_notices_since (account_id, understood, since)`,
});
