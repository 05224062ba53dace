import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  agents: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    name VARCHAR(200) NOT NULL,
    goal_type ${WORD} NOT NULL,
    is_active TINYINT(1) NOT NULL DEFAULT 1,
    paused TINYINT(1) NOT NULL DEFAULT 0,
    pause_reason VARCHAR(500) NULL,
    version INT NOT NULL DEFAULT 0,
    draft ${JSON_TEXT} NOT NULL,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    deleted_at ${TIME} NULL,
    KEY agents_account (account_id, id)`,
  agent_versions: `
    agent_id ${ID} NOT NULL,
    version INT NOT NULL,
    account_id ${ID} NOT NULL,
    definition ${JSON_TEXT} NOT NULL,
    created_at ${TIME} NOT NULL,
    PRIMARY KEY (agent_id, version)`,
});
