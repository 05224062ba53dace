import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  retention_passes: `
    account_id ${ID} NOT NULL,
    kind ${WORD} NOT NULL,
    due_at ${TIME} NULL,
    place VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    n BIGINT NOT NULL DEFAULT 0,
    last_at ${TIME} NULL,
    last_n BIGINT NOT NULL DEFAULT 0,
    total BIGINT NOT NULL DEFAULT 0,
    gone_before ${TIME} NULL,
    PRIMARY KEY (account_id, kind),
    KEY retention_passes_due (due_at)`,
});
