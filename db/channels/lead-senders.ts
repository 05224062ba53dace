import type { Db } from '../connection.js';
import type { LeadSenderRow } from './tables.js';

type Key = Pick<LeadSenderRow, 'agent_id' | 'lead_id'>;

/** Finds the sender of a pool that writes to a lead. */
export const findLeadSender = (db: Db, { agent_id, lead_id }: Key): Promise<LeadSenderRow | undefined> =>
  db('lead_senders').where({ agent_id, lead_id }).first();

/**
 * Assigns a sender to a lead, if `before` is still its sender. Returns the sender that the lead has then, with the row
 * locked: of two messages that leave at once, the second one sees the sender of the first.
 */
export async function assignLeadSender(tx: Db, row: LeadSenderRow, before: string | null): Promise<string> {
  const key = { agent_id: row.agent_id, lead_id: row.lead_id };
  if (before === null) await tx('lead_senders').insert(row).onConflict(['agent_id', 'lead_id']).ignore();
  const { sender_id, moved_from, message_id, assigned_at } = row;
  if (before !== null) {
    const changes = { sender_id, moved_from, message_id, assigned_at };
    await tx('lead_senders')
      .where({ ...key, sender_id: before })
      .update(changes);
  }
  const stored = await tx('lead_senders').where(key).forUpdate().first('sender_id');
  return stored?.sender_id ?? '';
}

/**
 * Takes a lead from the sender that a message assigned to it, because that message was refused. A lead that had moved
 * gets its earlier sender back. A lead that another message has reached keeps the sender.
 */
export async function releaseLeadSender(tx: Db, leadId: string, messageId: string): Promise<void> {
  const row = await tx('lead_senders').where({ lead_id: leadId, message_id: messageId }).first();
  if (!row) return;
  const reached = await tx('messages')
    .where({ lead_id: leadId, agent_id: row.agent_id, sender_id: row.sender_id })
    .whereNot({ id: messageId })
    .where((left) => left.whereNotNull('sent_at').orWhereIn('status', ['sending', 'unknown']))
    .first('id');
  if (reached) return;
  const own = tx('lead_senders').where({ agent_id: row.agent_id, lead_id: leadId, message_id: messageId });
  if (row.moved_from === null) await own.delete();
  else await own.update({ sender_id: row.moved_from, moved_from: null });
}
