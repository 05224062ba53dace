import { createTables } from './baseline.js';
import { ID } from './columns.js';

export const { up, down } = createTables({
  function_run_leads: `
    run_id ${ID} NOT NULL,
    lead_id ${ID} NOT NULL,
    account_id ${ID} NOT NULL,
    PRIMARY KEY (run_id, lead_id),
    KEY function_run_leads_lead (lead_id)`,
});
