import { type Db, isDuplicate } from './connection.js';
import type { OutgoingMessageRow } from './tables-outgoing.js';

export const findOutgoing = (db: Db, messageId: string): Promise<OutgoingMessageRow | undefined> =>
  db('outgoing_messages').where({ message_id: messageId }).first();

/** The same with its row locked until the transaction ends. Lock the lead first. */
export const lockOutgoing = (tx: Db, messageId: string): Promise<OutgoingMessageRow | undefined> =>
  tx('outgoing_messages').where({ message_id: messageId }).forUpdate().first();

/** The message that was made for an occasion before. */
export const findByOccasion = (db: Db, accountId: string, occasion: string): Promise<OutgoingMessageRow | undefined> =>
  db('outgoing_messages').where({ account_id: accountId, occasion }).first();

/** Writes it; false when another transaction has taken the same occasion. */
export async function insertOutgoing(tx: Db, row: OutgoingMessageRow): Promise<boolean> {
  try {
    await tx('outgoing_messages').insert(row);
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

export async function updateOutgoing(tx: Db, messageId: string, changes: Partial<OutgoingMessageRow>): Promise<void> {
  await tx('outgoing_messages').where({ message_id: messageId }).update(changes);
}

/** Messages that should have been looked at before `before`, and weren't; an instruction in the outbox looks after one. */
export const listOverdueOutgoing = (db: Db, before: Date, limit: number): Promise<OutgoingMessageRow[]> =>
  db('outgoing_messages')
    .whereNull('closed_at')
    .where('due_at', '<', before)
    .whereNotExists(
      db('outbox').select(db.raw('1')).whereRaw("workflow_id = CONCAT('message/', outgoing_messages.message_id)"),
    )
    .orderBy('due_at')
    .limit(limit);
