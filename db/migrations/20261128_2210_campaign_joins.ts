import { createTables } from './baseline.js';
import { ID } from './columns.js';

export const { up, down } = createTables({
  campaign_joins: `
    campaign_id ${ID} NOT NULL,
    id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    PRIMARY KEY (campaign_id, id),
    KEY campaign_joins_lead (lead_id)`,
});
