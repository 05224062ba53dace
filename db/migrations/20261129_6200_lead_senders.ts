import { createTables } from './baseline.js';
import { ID, TIME } from './columns.js';

export const { up, down } = createTables({
  lead_senders: `
    agent_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    sender_id ${ID} NOT NULL,
    moved_from ${ID} NULL,
    message_id ${ID} NOT NULL,
    assigned_at ${TIME} NOT NULL,
    PRIMARY KEY (agent_id, lead_id),
    KEY lead_senders_lead (lead_id)`,
});
