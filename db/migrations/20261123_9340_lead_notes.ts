import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  lead_notes: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    text TEXT NOT NULL,
    created_by ${WORD} NOT NULL,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    KEY lead_notes_lead (lead_id, id)`,
});
