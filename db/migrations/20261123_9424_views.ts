import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  views: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    user_id ${ID} NOT NULL,
    resource ${WORD} NOT NULL,
    name VARCHAR(100) NOT NULL,
    layout ${JSON_TEXT} NOT NULL,
    shared TINYINT(1) NOT NULL DEFAULT 0,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    KEY views_page (account_id, resource, id)`,
});
