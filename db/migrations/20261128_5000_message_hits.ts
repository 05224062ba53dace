import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  message_hits: `
    id ${ID} NOT NULL PRIMARY KEY,
    message_id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    url VARCHAR(2048) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NULL,
    reason ${WORD} NULL,
    hit_at ${TIME} NOT NULL,
    due_at ${TIME} NULL,
    KEY message_hits_message (message_id),
    KEY message_hits_lead (lead_id),
    KEY message_hits_due (due_at)`,
});
