import { newId } from '../../../runtime/ids.js';
import { createTrackingLinks } from '../../../services/messages/mail-links.js';
import { TEST_SECRET } from '../api.js';
import { at, ofLead, PUBLIC, type Requests, resource } from './ask.js';

export const leadsRequests: Requests = {
  listLeadNotes: ofLead('/notes'),
  createLeadNote: ofLead('/notes', { text: 'She prefers mornings.' }),
  updateNote: resource((fixture) => fixture.note(), 'notes', { text: 'She prefers evenings.' }),
  deleteNote: resource((fixture) => fixture.note(), 'notes'),
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
  recordLeadConsent: ofLead('/consents', { channel: 'email', state: 'opted_in', source: 'phone' }),
  syncLeadTags: async (fixture) => ({
    path: `${PUBLIC}/leads/tags`,
    body: { lead_id: await fixture.lead(), tags: ['hot'] },
  }),
  listLeadTags: ofLead('/tags'),
  addLeadTags: async (fixture) => ({
    path: `${PUBLIC}/leads/${await fixture.lead()}/tags`,
    body: { tag_id: await fixture.tag() },
  }),
  listTags: at('/tags'),
  listSuppressions: at('/suppressions'),
  createSuppression: async () => ({
    path: `${PUBLIC}/suppressions`,
    body: { channel: 'email', address: `${newId()}@example.com` },
  }),
  deleteSuppression: resource((fixture) => fixture.suppression(), 'suppressions'),
  followTrackingLink: async (fixture) => {
    const links = createTrackingLinks([TEST_SECRET], 'http://las.test');
    return { path: new URL(links.openUrl(fixture.account.accountId, await fixture.message('sent'))).pathname };
  },
  showUnsubscribe: async (fixture) => ({ path: await fixture.unsubscribePath() }),
  unsubscribeLead: async (fixture) => ({ path: await fixture.unsubscribePath() }),
  showContactConfirmation: async (fixture) => ({ path: await fixture.confirmationPath() }),
  confirmContact: async (fixture) => ({ path: await fixture.confirmationPath() }),
};
