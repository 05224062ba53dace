import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import {
  createCannedReplyRoute,
  deleteCannedReplyRoute,
  listCannedRepliesRoute,
  updateCannedReplyRoute,
} from './canned-replies.js';
import {
  getConversationRoute,
  getConversationTurnRoute,
  listConversationMessagesRoute,
  listConversationsRoute,
  listConversationTurnsRoute,
} from './conversations.js';
import {
  countInboxRoute,
  countUnreadRoute,
  getInboxEntryRoute,
  listInboxRoute,
  tellPresenceRoute,
  updateInboxEntryRoute,
} from './inbox.js';
import {
  closeConversationRoute,
  giveBackConversationRoute,
  reopenConversationRoute,
  takeOverConversationRoute,
} from './operate.js';
import { converseWithAgentRoute, replayConversationRoute } from './trials.js';
import { compareVariantsRoute } from './variants.js';
import { cancelConversationMessageRoute, writeInConversationRoute } from './write.js';

/** Lists the endpoints around what agents and people say to leads and visitors. */
export const conversationRoutes = (deps: ApiDependencies): Route[] =>
  [
    listConversationsRoute,
    getConversationRoute,
    listConversationMessagesRoute,
    writeInConversationRoute,
    cancelConversationMessageRoute,
    takeOverConversationRoute,
    giveBackConversationRoute,
    closeConversationRoute,
    reopenConversationRoute,
    listConversationTurnsRoute,
    getConversationTurnRoute,
    listInboxRoute,
    countInboxRoute,
    countUnreadRoute,
    getInboxEntryRoute,
    updateInboxEntryRoute,
    tellPresenceRoute,
    listCannedRepliesRoute,
    createCannedReplyRoute,
    updateCannedReplyRoute,
    deleteCannedReplyRoute,
    converseWithAgentRoute,
    replayConversationRoute,
    compareVariantsRoute,
  ].map((make) => make(deps));
