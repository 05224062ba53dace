import { createTables } from './baseline.js';
import { ID } from './columns.js';

export const { up, down } = createTables({
  inbox_news: `
    account_id ${ID} NOT NULL PRIMARY KEY,
    changes BIGINT NOT NULL DEFAULT 0,
    presences BIGINT NOT NULL DEFAULT 0`,
});
