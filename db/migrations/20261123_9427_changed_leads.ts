import { createTables } from './baseline.js';
import { ID, JSON_TEXT, TIME } from './columns.js';

export const { up, down } = createTables({
  changed_leads: `
    change_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    done ${JSON_TEXT} NOT NULL,
    created_at ${TIME} NOT NULL,
    PRIMARY KEY (change_id, lead_id),
    KEY changed_leads_lead (lead_id),
    KEY changed_leads_age (created_at)`,
});
