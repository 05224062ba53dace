import { newId } from '../../../runtime/ids.js';
import { createTrackingLinks } from '../../../services/messages/mail-links.js';
import { TEST_SECRET } from '../api.js';
import { at, ofLead, PUBLIC, type Requests, resource } from './ask.js';

export const leadsRequests: Requests = {
  listLeadNotes: ofLead('/notes'),
  createLeadNote: ofLead('/notes', { text: 'She prefers mornings.' }),
  updateNote: resource((world) => world.note(), 'notes', { text: 'She prefers evenings.' }),
  deleteNote: resource((world) => world.note(), 'notes'),
  countLeads: at('/leads/count'),
  countLackingLeads: at('/leads/lacking?variables=lead.company'),
  createLead: async () => ({
    path: `${PUBLIC}/leads`,
    body: { first_name: 'Ana', email: `${newId()}@example.com` },
  }),
  listLeads: at('/leads'),
  getLead: ofLead(),
  updateLead: ofLead('', { company: 'Acme' }),
  deleteLead: ofLead(),
  eraseLead: ofLead('/erase'),
  listLeadConsents: ofLead('/consents'),
  syncLeadTags: async (world) => ({
    path: `${PUBLIC}/leads/tags`,
    body: { lead_id: await world.lead(), tags: ['hot'] },
  }),
  listLeadTags: ofLead('/tags'),
  addLeadTags: async (world) => ({
    path: `${PUBLIC}/leads/${await world.lead()}/tags`,
    body: { tag_id: await world.tag() },
  }),
  listTags: at('/tags'),
  listSuppressions: at('/suppressions'),
  createSuppression: async () => ({
    path: `${PUBLIC}/suppressions`,
    body: { channel: 'email', address: `${newId()}@example.com` },
  }),
  deleteSuppression: resource((world) => world.suppression(), 'suppressions'),
  followTrackingLink: async (world) => {
    const links = createTrackingLinks([TEST_SECRET], 'http://las.test');
    return { path: new URL(links.openUrl(world.account.accountId, await world.message('sent'))).pathname };
  },
  showUnsubscribe: async (world) => ({ path: await world.unsubscribePath() }),
  unsubscribeLead: async (world) => ({ path: await world.unsubscribePath() }),
};
