import { readVisitorChat, type VisitorChat } from '../../db/widget/chat-messages.js';
import { getPendingRepliesContract } from '../../schemas/widget/chat.js';
import { toMessage } from '../../services/conversations/to-message.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { type ChatTools, sessionOf, siteOf } from './visitor.js';

const ANSWER_DUE_MS = 1_000;
const PERSON_MS = 3_000;
const NOTHING_DUE_MS = 15_000;

export const getPendingRepliesRoute = (_deps: ApiDependencies, tools: ChatTools) =>
  route(getPendingRepliesContract).handle(async (input) => {
    const { db, query } = input;
    const { sessionId } = sessionOf(tools, input, { session_id: query.session_id });
    const { account_id } = siteOf(input).widget;
    const chat = await readVisitorChat(db, account_id, sessionId, query.after?.toLowerCase());
    const messages = chat?.messages.map(toMessage) ?? [];
    return { status: 200, body: { success: true, messages, ...stateOf(chat?.conversation) } };
  });

/** Returns who has a conversation, and when to ask again. */
function stateOf(conversation: VisitorChat['conversation'] | undefined) {
  const typing = conversation?.handler === 'agent' && conversation.due_at !== null;
  const human_active = conversation?.handler === 'person';
  const next_poll_ms = typing ? ANSWER_DUE_MS : human_active ? PERSON_MS : NOTHING_DUE_MS;
  return { typing, human_active, next_poll_ms, done: conversation?.status === 'closed' };
}
