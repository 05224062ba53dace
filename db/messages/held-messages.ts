import type { HoldReason } from '../../schemas/agents/agents.js';
import type { Db } from '../connection.js';
import type { MessageRow } from './tables.js';

/** Claims the next messages that are held for a reason, by their ids: those of their own are due at once. */
export async function claimHeldMessages(
  tx: Db,
  now: Date,
  { accountId, reason }: { accountId: string; reason: HoldReason },
  after: string,
  limit: number,
): Promise<MessageRow[]> {
  const messages = await tx('messages')
    .where({ account_id: accountId, hold_reason: reason })
    .whereIn('status', ['held', 'queued'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const ids = messages.map(({ id }) => id);
  await tx('outgoing_messages').whereIn('message_id', ids).where('due_at', '>', now).update({ due_at: now });
  return messages;
}
