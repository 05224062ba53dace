import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME, WORD } from './columns.js';

export const { up, down } = createTables({
  hooks: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    provider ${WORD} NOT NULL,
    token_hash BINARY(32) NOT NULL,
    secret ${JSON_TEXT} NOT NULL,
    created_at ${TIME} NOT NULL,
    disabled_at ${TIME} NULL,
    verify_token ${JSON_TEXT} NULL,
    UNIQUE KEY hooks_token (token_hash),
    KEY hooks_account (account_id, id)`,
  inbound_events: `
    id ${ID} NOT NULL PRIMARY KEY,
    account_id ${ID} NOT NULL,
    provider ${WORD} NOT NULL,
    event_key BINARY(32) NOT NULL,
    type ${WORD} NOT NULL,
    payload ${JSON_TEXT} NOT NULL,
    lead_id ${ID} NULL,
    outcome ${WORD} NULL,
    received_at ${TIME} NOT NULL,
    processed_at ${TIME} NULL,
    emptied_at ${TIME} NULL,
    UNIQUE KEY inbound_events_key (account_id, provider, event_key),
    KEY inbound_events_open (processed_at, received_at),
    KEY inbound_events_lead (lead_id),
    KEY inbound_events_full (emptied_at, processed_at)`,
});
