import { listConversations } from '../../db/conversations/conversations.js';
import { listMessagesOfTurns, listTurnMessages } from '../../db/conversations/messages.js';
import { findTurn, listTurnsBefore } from '../../db/conversations/turns.js';
import { wordsOf } from '../../db/leads/begins-with.js';
import { listSteps } from '../../db/models/steps.js';
import {
  getConversationContract,
  getConversationTurnContract,
  listConversationMessagesContract,
  listConversationsContract,
  listConversationTurnsContract,
} from '../../schemas/conversations/conversations.js';
import { readMessages, readPlanned } from '../../services/conversations/read-messages.js';
import type { ApiDependencies } from '../dependencies.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, idPage, idPageOf, pageOf } from '../http/request/paging.js';
import { found } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { requireConversation } from './find.js';
import { toConversation, toTurn, toTurnSummary } from './to-conversation.js';

const KIND = 'conversations';
const TURNS = 'turns';

export const listConversationsRoute = (_deps: ApiDependencies) =>
  route(listConversationsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      handler: query.handler,
      status: query.status,
      channel: query.channel,
      agent_id: query.workflow_id?.toLowerCase(),
      lead_id: query.lead_id?.toLowerCase(),
      owed: query.unanswered && query.unanswered === 'true',
      words: query.q === undefined ? undefined : wordsOf(query.q),
    };
    const { rows, pagination } = idPageOf(KIND, await listConversations(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, conversations: rows.map(toConversation), pagination } };
  });

export const getConversationRoute = (_deps: ApiDependencies) =>
  route(getConversationContract).handle(async ({ account, db, params }) => {
    const conversation = await requireConversation(db, account.id, params.id);
    return { status: 200, body: { success: true, conversation: toConversation(conversation) } };
  });

export const listConversationMessagesRoute = (_deps: ApiDependencies) =>
  route(listConversationMessagesContract).handle(async ({ account, db, params, query }) => {
    const conversation = await requireConversation(db, account.id, params.id);
    const messages = await readMessages(db, conversation, query.after?.toLowerCase() ?? null);
    return { status: 200, body: { success: true, messages, planned: await readPlanned(db, conversation) } };
  });

export const listConversationTurnsRoute = (_deps: ApiDependencies) =>
  route(listConversationTurnsContract).handle(async ({ account, db, params, query }) => {
    const conversation = await requireConversation(db, account.id, params.id);
    const limit = query.limit ?? DEFAULT_LIMIT;
    const before = decodeCursor(query.cursor, TURNS)?.[0];
    const found = await listTurnsBefore(db, conversation.id, { before: before ? Number(before) : undefined, limit });
    const { rows, pagination } = pageOf(found, limit, (last) => encodeCursor(TURNS, [String(last.turn_no)]));
    const messages = await listMessagesOfTurns(db, rows);
    return { status: 200, body: { success: true, turns: rows.map((row) => toTurnSummary(row, messages)), pagination } };
  });

export const getConversationTurnRoute = (_deps: ApiDependencies) =>
  route(getConversationTurnContract).handle(async ({ account, db, params }) => {
    const conversation = await requireConversation(db, account.id, params.id);
    const no = /^[1-9]\d{0,8}$/.test(params.no) ? Number(params.no) : 0;
    const turn = found(await findTurn(db, conversation.id, no), 'TURN_NOT_FOUND');
    const [messages, steps] = await Promise.all([listTurnMessages(db, turn), listSteps(db, turn)]);
    return { status: 200, body: { success: true, turn: toTurn(turn, messages, steps) } };
  });
