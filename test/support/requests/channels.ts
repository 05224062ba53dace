import { newId } from '../../../runtime/ids.js';
import { freePhone } from '../world.js';
import { at, INTERNAL, one, PUBLIC, type Requests, resource } from './ask.js';

export const channelsRequests: Requests = {
  replyInSandbox: async (world) => ({
    path: `${INTERNAL}/sandbox/replies`,
    body: { message_id: await world.delivered(), kind: 'read' },
  }),
  listEmailSenders: at('/email-senders'),
  createEmailSender: at('/email-senders', { name: 'Sales', from_email: 'sales@example.com' }),
  getEmailSender: resource((world) => world.sender(), 'email-senders'),
  updateEmailSender: resource((world) => world.sender(), 'email-senders', { name: 'Renamed' }),
  deleteEmailSender: resource((world) => world.sender(), 'email-senders'),
  getMailbox: one(
    (world) => world.sender(),
    (id) => `/email-senders/${id}/mailbox`,
  ),
  setMailbox: one(
    (world) => world.sender(),
    (id) => `/email-senders/${id}/mailbox`,
    { host: 'imap.example.com', user: 'sales', password: 'a password' },
  ),
  deleteMailbox: one(
    (world) => world.sender(),
    (id) => `/email-senders/${id}/mailbox`,
  ),
  listTemplates: at('/templates'),
  createTemplate: async () => ({
    path: `${PUBLIC}/templates`,
    body: { name: `Template ${newId()}`, channel: 'email', language: 'en', subject: 'Hello', text: 'Hi' },
  }),
  getTemplate: resource((world) => world.template(), 'templates'),
  updateTemplate: resource((world) => world.template(), 'templates', { subject: 'Changed' }),
  deleteTemplate: resource((world) => world.template(), 'templates'),
  syncTemplates: async (world) => {
    await world.number();
    return { path: `${PUBLIC}/templates/sync`, body: {} };
  },
  listWhatsAppNumbers: at('/whatsapp-numbers'),
  createWhatsAppNumber: async ({ providers }) => ({
    path: `${PUBLIC}/whatsapp-numbers`,
    body: { phone_number: freePhone(), ...providers.number },
  }),
  getWhatsAppNumber: resource((world) => world.number(), 'whatsapp-numbers'),
  updateWhatsAppNumber: resource((world) => world.number(), 'whatsapp-numbers', { display_name: 'Renamed' }),
  deleteWhatsAppNumber: resource((world) => world.number(), 'whatsapp-numbers'),
  setWhatsAppNumberPhoto: one(
    (world) => world.number(),
    (id) => `/whatsapp-numbers/${id}/photo`,
    { image_url: 'https://example.com/photo.png' },
  ),
  listVoiceAgents: at('/voice-agents'),
  createVoiceAgent: at('/voice-agents', { name: 'Caller' }),
  getVoiceAgent: resource((world) => world.voiceAgent(), 'voice-agents'),
  updateVoiceAgent: resource((world) => world.voiceAgent(), 'voice-agents', { name: 'Renamed' }),
  deleteVoiceAgent: resource((world) => world.voiceAgent(), 'voice-agents'),
  listSandboxDeliveries: async () => ({ path: '/api/internal/sandbox/deliveries' }),
};
