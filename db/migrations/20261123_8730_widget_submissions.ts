import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

export const { up, down } = createTables({
  widget_submissions: `
    session_id ${ID} NOT NULL,
    submission_id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    widget_id ${ID} NOT NULL,
    key_id ${ID} NOT NULL,
    fingerprint BINARY(32) NOT NULL,
    lead_id ${ID} NULL,
    fields ${JSON_TEXT} NULL,
    consent_text TEXT NULL,
    consent_hash CHAR(64) CHARACTER SET ascii NULL,
    page ${JSON_TEXT} NULL,
    created_at ${TIME} NOT NULL,
    PRIMARY KEY (session_id, submission_id),
    KEY widget_submissions_lead (lead_id),
    KEY widget_submissions_account (account_id)`,
});
