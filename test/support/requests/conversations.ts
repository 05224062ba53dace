import { cannedReply } from '../account-fixture.js';
import { at, INTERNAL, one, PUBLIC, type Requests, resource, within } from './ask.js';

export const conversationsRequests: Requests = {
  listInbox: within('/inbox'),
  countInbox: within('/inbox/counts'),
  countUnread: within('/inbox/unread'),
  getInboxEntry: async (fixture) => ({ path: `${INTERNAL}/inbox/${await fixture.writer()}` }),
  updateInboxEntry: async (fixture) => ({
    path: `${INTERNAL}/inbox/${await fixture.writer()}`,
    body: { status: 'done' },
  }),
  tellPresence: async (fixture) => ({
    path: `${INTERNAL}/inbox/${await fixture.writer()}/presence`,
    body: { state: 'writing' },
  }),
  listCannedReplies: within('/canned-replies'),
  createCannedReply: async () => ({ path: `${INTERNAL}/canned-replies`, body: cannedReply() }),
  updateCannedReply: async (fixture) => ({
    path: `${INTERNAL}/canned-replies/${await fixture.cannedReply()}`,
    body: { title: 'Renamed' },
  }),
  deleteCannedReply: async (fixture) => ({ path: `${INTERNAL}/canned-replies/${await fixture.cannedReply()}` }),
  listConversations: at('/conversations'),
  getConversation: resource((fixture) => fixture.conversation(), 'conversations'),
  listConversationMessages: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/messages`,
  ),
  writeInConversation: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/messages`,
    { text: 'Hello, this is a person.' },
  ),
  cancelConversationMessage: async (fixture) => {
    const id = await fixture.conversation();
    return { path: `${PUBLIC}/conversations/${id}/messages/${await fixture.plannedMessage(id)}/cancel`, body: {} };
  },
  takeOverConversation: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/take-over`,
  ),
  giveBackConversation: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/give-back`,
  ),
  closeConversation: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/close`,
  ),
  reopenConversation: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/reopen`,
  ),
  listConversationTurns: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/turns`,
  ),
  getConversationTurn: one(
    (fixture) => fixture.conversation(),
    (id) => `/conversations/${id}/turns/1`,
  ),
};
