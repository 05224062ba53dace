import type { ConversationRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { conversationWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/**
 * Wakes a conversation's workflow after the caller's transaction has committed. A workflow that ended is started again,
 * as one with a model if the agent `thinks`.
 */
export const wakeConversation = (
  work: Work,
  { id, account_id, lead_id }: Pick<ConversationRow, 'id' | 'account_id' | 'lead_id'>,
  reason: string,
  { thinks = false }: { thinks?: boolean } = {},
): Promise<void> =>
  instruct(work, [
    startOf(conversationWorkflowId(id), {
      workflow: 'conversationWorkflow',
      kind: 'conversation',
      summary: 'Takes the turns of a conversation',
      accountId: account_id,
      input: { conversationId: id, ...(thinks ? { thinks } : {}) },
      wake: reason,
      ...(lead_id === null ? {} : { leadId: lead_id }),
    }),
  ]);
