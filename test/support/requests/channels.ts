import { newId } from '../../../runtime/ids.js';
import { freePhone } from '../account-fixture.js';
import { at, INTERNAL, one, PUBLIC, type Requests, resource } from './ask.js';

export const channelsRequests: Requests = {
  replyInSandbox: async (fixture) => ({
    path: `${INTERNAL}/sandbox/replies`,
    body: { message_id: await fixture.delivered(), kind: 'read' },
  }),
  listEmailSenders: at('/email-senders'),
  createEmailSender: at('/email-senders', { name: 'Sales', from_email: 'sales@example.com' }),
  getEmailSender: resource((fixture) => fixture.sender(), 'email-senders'),
  getSenderHealth: async (fixture) => ({ path: `/api/public/email-senders/${await fixture.sender()}/health` }),
  checkSenderHealth: async (fixture) => ({
    path: `/api/public/email-senders/${await fixture.sender()}/health/check`,
    body: {},
  }),
  updateEmailSender: resource((fixture) => fixture.sender(), 'email-senders', { name: 'Renamed' }),
  deleteEmailSender: resource((fixture) => fixture.sender(), 'email-senders'),
  getMailbox: one(
    (fixture) => fixture.sender(),
    (id) => `/email-senders/${id}/mailbox`,
  ),
  setMailbox: one(
    (fixture) => fixture.sender(),
    (id) => `/email-senders/${id}/mailbox`,
    { host: 'imap.example.com', user: 'sales', password: 'a password' },
  ),
  deleteMailbox: one(
    (fixture) => fixture.sender(),
    (id) => `/email-senders/${id}/mailbox`,
  ),
  listTemplates: at('/templates'),
  createTemplate: async () => ({
    path: `${PUBLIC}/templates`,
    body: { name: `Template ${newId()}`, channel: 'email', language: 'en', subject: 'Hello', text: 'Hi' },
  }),
  getTemplate: resource((fixture) => fixture.template(), 'templates'),
  updateTemplate: resource((fixture) => fixture.template(), 'templates', { subject: 'Changed' }),
  deleteTemplate: resource((fixture) => fixture.template(), 'templates'),
  syncTemplates: async (fixture) => {
    await fixture.number();
    return { path: `${PUBLIC}/templates/sync`, body: {} };
  },
  listWhatsAppNumbers: at('/whatsapp-numbers'),
  createWhatsAppNumber: async ({ providers }) => ({
    path: `${PUBLIC}/whatsapp-numbers`,
    body: { phone_number: freePhone(), ...providers.number },
  }),
  getWhatsAppNumber: resource((fixture) => fixture.number(), 'whatsapp-numbers'),
  updateWhatsAppNumber: resource((fixture) => fixture.number(), 'whatsapp-numbers', { display_name: 'Renamed' }),
  deleteWhatsAppNumber: resource((fixture) => fixture.number(), 'whatsapp-numbers'),
  setWhatsAppNumberPhoto: one(
    (fixture) => fixture.number(),
    (id) => `/whatsapp-numbers/${id}/photo`,
    { image_url: 'https://example.com/photo.png' },
  ),
  listVoiceAgents: at('/voice-agents'),
  createVoiceAgent: at('/voice-agents', { name: 'Caller' }),
  getVoiceAgent: resource((fixture) => fixture.voiceAgent(), 'voice-agents'),
  updateVoiceAgent: resource((fixture) => fixture.voiceAgent(), 'voice-agents', { name: 'Renamed' }),
  deleteVoiceAgent: resource((fixture) => fixture.voiceAgent(), 'voice-agents'),
  listSandboxDeliveries: async () => ({ path: '/api/internal/sandbox/deliveries' }),
};
