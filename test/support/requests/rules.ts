import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const rulesRequests: Requests = {
  changeLeads: async (world) => ({
    path: `${PUBLIC}/lead-changes`,
    body: { lead_ids: [await world.lead()], operation: 'add_tags', tags: ['hot'] },
  }),
  listLeadChanges: at('/lead-changes'),
  getLeadChange: resource((world) => world.leadChange(), 'lead-changes'),
  undoLeadChange: one(
    (world) => world.leadChange(),
    (id) => `/lead-changes/${id}/undo`,
  ),
  countQueriedLeads: at('/leads/query/count', { tags: ['hot'] }),
  queryLeads: at('/leads/query', { tags: ['hot'] }),
};
