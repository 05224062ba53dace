import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  outbox: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    kind ${WORD} NOT NULL,
    workflow_id VARCHAR(255) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    args ${JSON_TEXT} NOT NULL,
    attempts INT NOT NULL DEFAULT 0,
    next_at ${TIME} NOT NULL,
    parked_at ${TIME} NULL,
    last_error VARCHAR(500) NULL,
    created_at ${TIME} NOT NULL,
    trace_parent VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NULL,
    KEY outbox_due (parked_at, next_at),
    KEY outbox_workflow (workflow_id)`,
});
