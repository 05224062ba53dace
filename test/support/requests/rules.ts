import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const rulesRequests: Requests = {
  changeLeads: async (fixture) => ({
    path: `${PUBLIC}/lead-changes`,
    body: { lead_ids: [await fixture.lead()], operation: 'add_tags', tags: ['hot'] },
  }),
  listLeadChanges: at('/lead-changes'),
  getLeadChange: resource((fixture) => fixture.leadChange(), 'lead-changes'),
  undoLeadChange: one(
    (fixture) => fixture.leadChange(),
    (id) => `/lead-changes/${id}/undo`,
  ),
  countQueriedLeads: at('/leads/query/count', { tags: ['hot'] }),
  queryLeads: at('/leads/query', { tags: ['hot'] }),
};
