import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

const KEY = 'VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

export const { up, down } = createTables({
  report_touches: `
    message_id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    agent_id ${ID} NOT NULL DEFAULT '',
    step_key ${KEY} NOT NULL DEFAULT '',
    sender_id ${ID} NOT NULL DEFAULT '',
    channel ${WORD} NOT NULL DEFAULT '',
    owner_id ${ID} NOT NULL DEFAULT '',
    sent_at ${TIME} NOT NULL,
    delivered_at ${TIME} NULL,
    replied_at ${TIME} NULL,
    met_at ${TIME} NULL,
    won_at ${TIME} NULL,
    KEY report_touches_sent (account_id, sent_at),
    KEY report_touches_lead (lead_id, sent_at)`,
});
