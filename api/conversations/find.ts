import type { Db } from '../../db/connection.js';
import { type ConversationWithAgent, findConversationWithAgent } from '../../db/conversations/with-agent.js';
import { findLead } from '../../db/leads/leads.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';

/** Finds a conversation of the account. */
export const requireConversation = async (db: Db, accountId: string, id: string): Promise<ConversationWithAgent> =>
  found(await findConversationWithAgent(db, accountId, pathId(id, 'CONVERSATION_NOT_FOUND')), 'CONVERSATION_NOT_FOUND');

/**
 * Finds a conversation for an action, which can't be one with an erased lead. Writers lock the lead with it, so that no
 * concurrent erasure misses the write.
 */
export async function requireActable(
  db: Db,
  accountId: string,
  id: string,
  find = findLead,
): Promise<ConversationWithAgent> {
  const conversation = await requireConversation(db, accountId, id);
  const lead = conversation.lead_id === null ? undefined : await find(db, accountId, conversation.lead_id);
  if (lead?.erased_at) throw new ApiError('LEAD_ERASED');
  return conversation;
}
