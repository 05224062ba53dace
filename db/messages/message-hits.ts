import type { Db } from '../connection.js';
import type { MessageHitRow } from './tables.js';

export async function insertHit(tx: Db, row: MessageHitRow): Promise<void> {
  await tx('message_hits').insert(row);
}

export const countHits = async (tx: Db, messageId: string): Promise<number> =>
  Number(((await tx('message_hits').where({ message_id: messageId }).count({ n: '*' })) as { n: number }[])[0]?.n ?? 0);

/** Lists messages with hits that are due, those due longest first. */
export const listMessagesWithHits = (
  db: Db,
  now: Date,
  limit: number,
): Promise<Pick<MessageHitRow, 'message_id' | 'account_id'>[]> =>
  db('message_hits')
    .where('due_at', '<=', now)
    .groupBy('message_id', 'account_id')
    .orderByRaw('MIN(due_at)')
    .limit(limit)
    .select('message_id', 'account_id');

/** Lists the hits of a message that the caller has locked, oldest first. */
export const listHits = (tx: Db, messageId: string): Promise<MessageHitRow[]> =>
  tx('message_hits').where({ message_id: messageId }).orderBy(['hit_at', 'id']);

/** Marks hits as judged. */
export async function settleHits(tx: Db, ids: readonly string[]): Promise<void> {
  await tx('message_hits')
    .whereIn('id', [...ids])
    .update({ due_at: null });
}

export async function deleteHits(tx: Db, ids: readonly string[]): Promise<void> {
  await tx('message_hits')
    .whereIn('id', [...ids])
    .delete();
}

export async function deleteHitsOf(tx: Db, messageId: string): Promise<void> {
  await tx('message_hits').where({ message_id: messageId }).delete();
}

/** Postpones the due hits of a message after a failure to judge them. */
export async function postponeHits(db: Db, messageId: string, until: Date): Promise<void> {
  await db('message_hits').where({ message_id: messageId }).whereNotNull('due_at').update({ due_at: until });
}
