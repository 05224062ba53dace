import { createTables } from './baseline.js';
import { ID, TIME } from './columns.js';

export const { up, down } = createTables({
  weekly_summaries: `
    user_id ${ID} NOT NULL,
    week CHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    account_id ${ID} NOT NULL,
    user_mail_id ${ID} NULL,
    created_at ${TIME} NOT NULL,
    PRIMARY KEY (user_id, week),
    KEY weekly_summaries_age (created_at)`,
});
