import type { Db } from '../connection.js';
import type { MessageRow } from '../tables.js';

/** Claims the next messages that are held for a template, by their ids: those of their own are due at once. */
export async function claimHeldForTemplate(
  tx: Db,
  now: Date,
  accountId: string,
  after: string,
  limit: number,
): Promise<MessageRow[]> {
  const messages = await tx('messages')
    .where({ account_id: accountId, status: 'held', hold_reason: 'template_pending' })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const ids = messages.map(({ id }) => id);
  await tx('outgoing_messages').whereIn('message_id', ids).where('due_at', '>', now).update({ due_at: now });
  return messages;
}
