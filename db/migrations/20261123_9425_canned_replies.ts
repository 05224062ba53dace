import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  canned_replies: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    shortcut ${WORD} NOT NULL,
    title VARCHAR(200) NOT NULL,
    content TEXT NOT NULL,
    channel ${WORD} NULL,
    created_by ${WORD} NOT NULL,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    UNIQUE KEY canned_replies_shortcut (account_id, shortcut)`,
});
