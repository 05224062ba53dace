import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  events: `
    seq BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
    id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    type ${WORD} NOT NULL,
    lead_id ${ID} NULL,
    agent_run_id ${ID} NULL,
    data ${JSON_TEXT} NOT NULL,
    origin_kind ${WORD} NOT NULL,
    origin_id VARCHAR(100) CHARACTER SET ascii COLLATE ascii_bin NULL,
    origin_depth SMALLINT NOT NULL DEFAULT 0,
    created_at ${TIME} NOT NULL,
    UNIQUE KEY events_id (id),
    KEY events_account (account_id, seq),
    KEY events_lead (lead_id, seq),
    KEY events_run (agent_run_id, seq)`,
});
