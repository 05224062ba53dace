import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  inbox_presences: `
    thread_id ${ID} NOT NULL,
    user_id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    state ${WORD} NOT NULL,
    until ${TIME} NOT NULL,
    PRIMARY KEY (thread_id, user_id),
    KEY inbox_presences_user (user_id, until)`,
});
