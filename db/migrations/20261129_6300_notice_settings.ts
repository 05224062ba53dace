import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  notice_settings: `
    user_id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    channels ${JSON_TEXT} NOT NULL,
    leads ${WORD} NOT NULL,
    wait_minutes SMALLINT NOT NULL,
    quiet_from CHAR(5) CHARACTER SET ascii COLLATE ascii_bin NULL,
    quiet_to CHAR(5) CHARACTER SET ascii COLLATE ascii_bin NULL,
    timezone VARCHAR(64) NOT NULL,
    updated_at ${TIME} NOT NULL,
    KEY notice_settings_account (account_id)`,
  notice_webhooks: `
    user_id ${ID} NOT NULL,
    channel ${WORD} NOT NULL,
    account_id ${ID} NOT NULL,
    url ${JSON_TEXT} NOT NULL,
    host VARCHAR(255) NOT NULL,
    disabled_at ${TIME} NULL,
    failure VARCHAR(500) NULL,
    created_at ${TIME} NOT NULL,
    PRIMARY KEY (user_id, channel)`,
  notices: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    user_id ${ID} NOT NULL,
    channel ${WORD} NOT NULL,
    kind ${WORD} NOT NULL,
    event_key VARCHAR(150) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    lead_id ${ID} NULL,
    subject_id ${ID} NULL,
    due_at ${TIME} NOT NULL,
    user_mail_id ${ID} NULL,
    created_at ${TIME} NOT NULL,
    UNIQUE KEY notices_event (user_id, channel, event_key),
    KEY notices_due (user_mail_id, due_at),
    KEY notices_lead (lead_id),
    KEY notices_subject (subject_id),
    KEY notices_age (created_at)`,
});
