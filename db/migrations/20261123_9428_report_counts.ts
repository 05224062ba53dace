import { createTables } from './baseline.js';
import { ID, TIME, WORD } from './columns.js';

const KEY = 'VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

export const { up, down } = createTables({
  report_counts: `
    account_id ${ID} NOT NULL,
    day CHAR(10) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    metric ${WORD} NOT NULL,
    agent_id ${ID} NOT NULL DEFAULT '',
    step_key ${KEY} NOT NULL DEFAULT '',
    variant ${KEY} NOT NULL DEFAULT '',
    sender_id ${ID} NOT NULL DEFAULT '',
    channel ${WORD} NOT NULL DEFAULT '',
    currency CHAR(3) CHARACTER SET ascii COLLATE ascii_bin NOT NULL DEFAULT '',
    n BIGINT NOT NULL,
    amount DECIMAL(20, 4) NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, day, metric, agent_id, step_key, variant, sender_id, channel, currency),
    KEY report_counts_agent (account_id, agent_id, day)`,
  report_cursors: `
    name ${WORD} NOT NULL PRIMARY KEY,
    seq BIGINT NOT NULL,
    counted_at ${TIME} NULL`,
});
