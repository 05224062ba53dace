import { at, INTERNAL, one, PUBLIC, type Requests, resource } from './ask.js';

export const messagesRequests: Requests = {
  sendMessage: async (fixture) => {
    await fixture.sender();
    const text = { channel: 'email', subject: 'Hello', content: 'Hi' };
    return { path: `${PUBLIC}/messages`, body: { lead_id: await fixture.lead(), ...text } };
  },
  renderMessage: at('/messages/render', {
    channel: 'email',
    subject: 'Hello {{ lead.first_name }}',
    content: 'Hi',
    lead: { first_name: 'Ana' },
  }),
  sendTestMessage: async (fixture) => {
    const email_sender_id = await fixture.sender();
    const text = { channel: 'email', subject: 'Hello', content: 'Hi', lead: { first_name: 'Ana' } };
    return { path: `${INTERNAL}/messages/test`, body: { ...text, email_sender_id } };
  },
  getTestMessage: async (fixture) => ({ path: `${INTERNAL}/messages/test/${await fixture.testMail()}` }),
  listMessages: at('/messages'),
  getMessage: resource((fixture) => fixture.message('sent'), 'messages'),
  getMessageMedia: one(
    (fixture) => fixture.fileMessage(),
    (id) => `/messages/${id}/media`,
  ),
  cancelMessage: one(
    (fixture) => fixture.message('queued'),
    (id) => `/messages/${id}/cancel`,
  ),
  resolveMessage: one(
    (fixture) => fixture.message('unknown'),
    (id) => `/messages/${id}/resolve`,
    { as: 'sent' },
  ),
};
