import type { Db } from '../connection.js';

/** Counts the messages that were sent to leads since a time. */
export async function countSentTo(tx: Db, accountId: string, leadIds: readonly string[], since: Date): Promise<number> {
  if (leadIds.length === 0) return 0;
  const rows = (await tx('messages')
    .where({ account_id: accountId, direction: 'outbound' })
    .whereIn('lead_id', leadIds)
    .whereIn('status', ['sent', 'delivered', 'read'])
    .where('created_at', '>=', since)
    .count({ n: '*' })) as { n: number }[];
  return Number(rows[0]?.n ?? 0);
}
