import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  user_mails: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    kind ${WORD} NOT NULL,
    user_id ${ID} NOT NULL,
    lead_id ${ID} NULL,
    to_address VARCHAR(254) NOT NULL,
    sender_id ${ID} NOT NULL,
    content ${JSON_TEXT} NULL,
    status ${WORD} NOT NULL,
    failure VARCHAR(500) NULL,
    claim_no INT NOT NULL DEFAULT 0,
    claimed_at ${TIME} NULL,
    expires_at ${TIME} NOT NULL,
    created_at ${TIME} NOT NULL,
    KEY user_mails_account (account_id, id),
    KEY user_mails_lead (lead_id),
    KEY user_mails_age (created_at)`,
});
