import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  lead_changes: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    operation ${WORD} NOT NULL,
    request ${JSON_TEXT} NOT NULL,
    matched INT NOT NULL DEFAULT 0,
    changed INT NOT NULL DEFAULT 0,
    restored INT NOT NULL DEFAULT 0,
    kept INT NOT NULL DEFAULT 0,
    complete TINYINT(1) NOT NULL DEFAULT 0,
    undone TINYINT(1) NOT NULL DEFAULT 0,
    created_by ${WORD} NOT NULL,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    KEY lead_changes_page (account_id, id),
    KEY lead_changes_age (created_at)`,
});
