import { listConversations } from '../../db/conversations/conversations.js';
import { listTurnMessages } from '../../db/conversations/messages.js';
import { findTurn } from '../../db/conversations/turns.js';
import { listSteps } from '../../db/models/steps.js';
import {
  getConversationContract,
  getConversationTurnContract,
  listConversationMessagesContract,
  listConversationsContract,
} from '../../schemas/conversations/conversations.js';
import { readMessages } from '../../services/conversations/read-messages.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../http/paging.js';
import { found } from '../http/path-id.js';
import { route } from '../http/route.js';
import { requireConversation } from './find.js';
import { toConversation, toTurn } from './to-conversation.js';

const KIND = 'conversations';

export const listConversationsRoute = (_deps: ApiDependencies) =>
  route(listConversationsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      ...{ handler: query.handler, status: query.status, channel: query.channel },
      agent_id: query.workflow_id?.toLowerCase(),
      lead_id: query.lead_id?.toLowerCase(),
      owed: query.unanswered && query.unanswered === 'true',
    };
    const { rows, pagination } = idPageOf(KIND, await listConversations(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, conversations: rows.map(toConversation), pagination } };
  });

export const getConversationRoute = (_deps: ApiDependencies) =>
  route(getConversationContract).handle(async ({ account, db, params }) => {
    const seat = await requireConversation(db, account.id, params.id);
    return { status: 200, body: { success: true, conversation: toConversation(seat) } };
  });

export const listConversationMessagesRoute = (_deps: ApiDependencies) =>
  route(listConversationMessagesContract).handle(async ({ account, db, params, query }) => {
    const seat = await requireConversation(db, account.id, params.id);
    const messages = await readMessages(db, seat, query.after?.toLowerCase() ?? null);
    return { status: 200, body: { success: true, messages } };
  });

export const getConversationTurnRoute = (_deps: ApiDependencies) =>
  route(getConversationTurnContract).handle(async ({ account, db, params }) => {
    const seat = await requireConversation(db, account.id, params.id);
    const no = /^[1-9]\d{0,8}$/.test(params.no) ? Number(params.no) : 0;
    const turn = found(await findTurn(db, seat.id, no), 'TURN_NOT_FOUND');
    const [messages, steps] = await Promise.all([listTurnMessages(db, turn), listSteps(db, turn)]);
    return { status: 200, body: { success: true, turn: toTurn(turn, messages, steps) } };
  });
