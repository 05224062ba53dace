import { createTables } from './baseline.js';
import { ID, TIME } from './columns.js';

export const { up, down } = createTables({
  inbox_states: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    assignee_id ${ID} NULL,
    closed_at ${TIME} NULL,
    snoozed_at ${TIME} NULL,
    snoozed_until ${TIME} NULL,
    seen_at ${TIME} NULL,
    updated_at ${TIME} NOT NULL,
    KEY inbox_states_assignee (account_id, assignee_id, id)`,
});
