import { createTables } from './baseline.js';
import { ID, TIME } from './columns.js';

export const { up, down } = createTables({
  hook_tokens: `
    hook_id ${ID} NOT NULL,
    token_hash BINARY(32) NOT NULL,
    event_key BINARY(32) NOT NULL,
    received_at ${TIME} NOT NULL,
    PRIMARY KEY (token_hash, hook_id),
    KEY hook_tokens_received (received_at)`,
});
