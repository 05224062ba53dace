import { at, INTERNAL, one, PUBLIC, type Requests, resource } from './ask.js';

export const messagesRequests: Requests = {
  sendMessage: async (world) => {
    await world.sender();
    const text = { channel: 'email', subject: 'Hello', content: 'Hi' };
    return { path: `${PUBLIC}/messages`, body: { lead_id: await world.lead(), ...text } };
  },
  renderMessage: at('/messages/render', {
    ...{ channel: 'email', subject: 'Hello {{ lead.first_name }}', content: 'Hi', lead: { first_name: 'Ana' } },
  }),
  sendTestMessage: async (world) => {
    const email_sender_id = await world.sender();
    const text = { channel: 'email', subject: 'Hello', content: 'Hi', lead: { first_name: 'Ana' } };
    return { path: `${INTERNAL}/messages/test`, body: { ...text, email_sender_id } };
  },
  getTestMessage: async (world) => ({ path: `${INTERNAL}/messages/test/${await world.testMail()}` }),
  listMessages: at('/messages'),
  getMessage: resource((world) => world.message('sent'), 'messages'),
  getMessageMedia: one(
    (world) => world.fileMessage(),
    (id) => `/messages/${id}/media`,
  ),
  cancelMessage: one(
    (world) => world.message('queued'),
    (id) => `/messages/${id}/cancel`,
  ),
  resolveMessage: one(
    (world) => world.message('unknown'),
    (id) => `/messages/${id}/resolve`,
    { as: 'sent' },
  ),
};
