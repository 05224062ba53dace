import { createTables } from './baseline.js';
import { ID, TIME } from './columns.js';

export const { up, down } = createTables({
  report_goals: `
    account_id ${ID} NOT NULL,
    owner_id ${ID} NOT NULL DEFAULT '',
    meetings INT UNSIGNED NULL,
    won INT UNSIGNED NULL,
    updated_at ${TIME} NOT NULL,
    PRIMARY KEY (account_id, owner_id)`,
});
