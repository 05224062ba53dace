import { cannedReply } from '../world.js';
import { at, INTERNAL, one, PUBLIC, type Requests, resource, within } from './ask.js';

export const conversationsRequests: Requests = {
  listInbox: within('/inbox'),
  countInbox: within('/inbox/counts'),
  countUnread: within('/inbox/unread'),
  updateInboxEntry: async (world) => ({ path: `${INTERNAL}/inbox/${await world.writer()}`, body: { status: 'done' } }),
  tellPresence: async (world) => ({
    path: `${INTERNAL}/inbox/${await world.writer()}/presence`,
    body: { state: 'writing' },
  }),
  listCannedReplies: within('/canned-replies'),
  createCannedReply: async () => ({ path: `${INTERNAL}/canned-replies`, body: cannedReply() }),
  updateCannedReply: async (world) => ({
    path: `${INTERNAL}/canned-replies/${await world.cannedReply()}`,
    body: { title: 'Renamed' },
  }),
  deleteCannedReply: async (world) => ({ path: `${INTERNAL}/canned-replies/${await world.cannedReply()}` }),
  listConversations: at('/conversations'),
  getConversation: resource((world) => world.conversation(), 'conversations'),
  listConversationMessages: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/messages`,
  ),
  writeInConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/messages`,
    { text: 'Hello, this is a person.' },
  ),
  cancelConversationMessage: async (world) => {
    const id = await world.conversation();
    return { path: `${PUBLIC}/conversations/${id}/messages/${await world.plannedMessage(id)}/cancel`, body: {} };
  },
  takeOverConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/take-over`,
  ),
  giveBackConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/give-back`,
  ),
  closeConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/close`,
  ),
  reopenConversation: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/reopen`,
  ),
  listConversationTurns: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/turns`,
  ),
  getConversationTurn: one(
    (world) => world.conversation(),
    (id) => `/conversations/${id}/turns/1`,
  ),
};
