import type { Db } from '../connection.js';

const countSent = async (tx: Db, accountId: string, of: { column: string; ids: readonly string[]; since?: Date }) => {
  if (of.ids.length === 0) return 0;
  const query = tx('messages')
    .where({ account_id: accountId, direction: 'outbound' })
    .whereIn(of.column, of.ids)
    .whereIn('status', ['sent', 'delivered', 'read']);
  if (of.since) query.where('created_at', '>=', of.since);
  const [row] = (await query.count({ n: '*' })) as { n: number }[];
  return Number(row?.n ?? 0);
};

/** Counts the messages that were sent to leads since a time. */
export const countSentTo = (tx: Db, accountId: string, ids: readonly string[], since: Date): Promise<number> =>
  countSent(tx, accountId, { column: 'lead_id', ids, since });

/** Counts the messages that runs have sent. */
export const countSentByRuns = (tx: Db, accountId: string, ids: readonly string[]): Promise<number> =>
  countSent(tx, accountId, { column: 'agent_run_id', ids });
