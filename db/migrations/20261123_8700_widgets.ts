import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

export const { up, down } = createTables({
  widgets: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    agent_id ${ID} NOT NULL,
    key_id ${ID} NOT NULL,
    name VARCHAR(200) NOT NULL,
    allowed_domains ${JSON_TEXT} NOT NULL,
    request_contact TINYINT(1) NOT NULL DEFAULT 0,
    settings ${JSON_TEXT} NOT NULL,
    identity_secret TEXT NOT NULL,
    is_active TINYINT(1) NOT NULL DEFAULT 1,
    version INT NOT NULL DEFAULT 1,
    created_at ${TIME} NOT NULL,
    updated_at ${TIME} NOT NULL,
    UNIQUE KEY widgets_key (key_id),
    KEY widgets_account (account_id, id),
    KEY widgets_agent (agent_id)`,
});
