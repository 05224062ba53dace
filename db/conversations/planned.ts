import type { Db } from '../connection.js';
import type { PlannedMessageRow } from './tables.js';

/** Keeps what is to be said later in a conversation whose row the caller has locked. */
export async function insertPlanned(tx: Db, row: PlannedMessageRow): Promise<void> {
  await tx('planned_messages').insert(row);
}

/** Lists what waits to be said in a conversation, what is said first first; with `until` only what is due by then. */
export function listPlanned(
  db: Db,
  conversationId: string,
  { until, limit }: { until?: Date; limit: number },
): Promise<PlannedMessageRow[]> {
  const query = db('planned_messages').where({ conversation_id: conversationId });
  if (until !== undefined) query.where('send_at', '<=', until);
  return query.orderBy(['send_at', 'id']).limit(limit);
}

export const findPlanned = (db: Db, conversationId: string, id: string): Promise<PlannedMessageRow | undefined> =>
  db('planned_messages').where({ id, conversation_id: conversationId }).first();

/** Takes away what was said, or is not to be said. */
export async function deletePlanned(tx: Db, ids: readonly string[]): Promise<void> {
  await tx('planned_messages')
    .whereIn('id', [...ids])
    .delete();
}

/** Returns when the first of what waits in a conversation is said; null where nothing waits. */
export const nextPlanned = async (db: Db, conversationId: string): Promise<Date | null> =>
  (await listPlanned(db, conversationId, { limit: 1 }))[0]?.send_at ?? null;
