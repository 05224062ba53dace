import type { Db } from '../connection.js';

/** Finds when a message of an entry was written, whichever table holds it. */
export async function findMomentOfMessage(
  db: Db,
  { id, leadId }: { id: string; leadId: string | null },
  messageId: string,
): Promise<Date | undefined> {
  const own = leadId === null ? undefined : await db('messages').where({ id: messageId, lead_id: leadId }).first();
  if (own) return own.created_at;
  const messages = await db('conversation_messages as m')
    .join('conversations as c', 'c.id', 'm.conversation_id')
    .where({ 'm.id': messageId, ...(leadId === null ? { 'c.id': id } : { 'c.lead_id': leadId }) })
    .first('m.created_at');
  return messages?.created_at;
}
