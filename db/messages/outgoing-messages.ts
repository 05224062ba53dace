import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import type { OutgoingMessageRow } from './tables.js';

export const findOutgoing = (db: Db, messageId: string): Promise<OutgoingMessageRow | undefined> =>
  db('outgoing_messages').where({ message_id: messageId }).first();

/** Locks the row of a message that no cadence sends, until the transaction ends. Lock the lead first. */
export const lockOutgoing = (tx: Db, messageId: string): Promise<OutgoingMessageRow | undefined> =>
  tx('outgoing_messages').where({ message_id: messageId }).forUpdate().first();

/** Finds the message that was made under an idempotency key. */
export const findByIdempotencyKey = (
  db: Db,
  accountId: string,
  idempotencyKey: string,
): Promise<OutgoingMessageRow | undefined> =>
  db('outgoing_messages').where({ account_id: accountId, occasion: idempotencyKey }).first();

/** Inserts it; false when another transaction has taken its idempotency key. */
export const insertOutgoing = (tx: Db, row: OutgoingMessageRow): Promise<boolean> =>
  insertIfNew(tx, 'outgoing_messages', row);

export async function updateOutgoing(tx: Db, messageId: string, changes: Partial<OutgoingMessageRow>): Promise<void> {
  await tx('outgoing_messages').where({ message_id: messageId }).update(changes);
}

/** Schedules messages for now. */
export async function makeDue(tx: Db, now: Date, messageIds: readonly string[]): Promise<void> {
  await tx('outgoing_messages')
    .whereIn('message_id', [...messageIds])
    .update({ due_at: now });
}

/**
 * Lists messages that should have been looked at before `before`, and weren't. An instruction in the outbox looks after
 * one, and one that is held as an error waits to be woken.
 */
export const listOverdueOutgoing = (db: Db, before: Date, limit: number): Promise<OutgoingMessageRow[]> =>
  db('outgoing_messages')
    .whereNull('closed_at')
    .where('due_at', '<', before)
    .whereNotExists(
      db('outbox').select(db.raw('1')).whereRaw("workflow_id = CONCAT('message/', outgoing_messages.message_id)"),
    )
    .whereNotExists(
      db('messages').select(db.raw('1')).whereRaw("id = outgoing_messages.message_id AND hold_reason = 'error'"),
    )
    .orderBy('due_at')
    .limit(limit);
