import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  attention_dismissals: `
    account_id ${ID} NOT NULL,
    kind ${WORD} NOT NULL,
    id ${WORD} NOT NULL,
    since ${TIME} NOT NULL,
    dismissed_by ${WORD} NOT NULL,
    dismissed_at ${TIME} NOT NULL,
    PRIMARY KEY (account_id, kind, id),
    KEY attention_dismissals_age (dismissed_at)`,
});
