import type { Db } from '../connection.js';
import type { MessageRow } from '../tables.js';
import type { CallRow } from './tables.js';

export const findCall = (db: Db, messageId: string): Promise<CallRow | undefined> =>
  db('calls').where({ message_id: messageId }).first();

/** Writes what is known of a call by now. The message's row is locked by the caller, so events of one call take turns. */
export async function saveCall(tx: Db, row: CallRow): Promise<void> {
  await tx('calls').insert(row).onConflict('message_id').merge();
}

/** A call without an end event for this long counts as ended. */
const FORGOTTEN_MS = 2 * 3_600_000;

/** Counts the calls that are under way: of a voice agent, or with a lead. */
export async function countOpenCalls(
  db: Db,
  now: Date,
  of: Pick<MessageRow, 'account_id'> & ({ sender_id: string } | { lead_id: string }),
  exceptId: string,
): Promise<number> {
  const [row] = (await openCalls(db, now, of).whereNot('m.id', exceptId).count({ n: '*' })) as { n: number }[];
  return Number(row?.n ?? 0);
}

/** Counts the calls of an account that are under way, by the ID of their voice agent. */
export async function countCallsBySender(db: Db, now: Date, accountId: string): Promise<Map<string, number>> {
  const rows = (await openCalls(db, now, { account_id: accountId })
    .groupBy('m.sender_id')
    .select('m.sender_id', db.raw('COUNT(*) AS n'))) as { sender_id: string; n: number }[];
  return new Map(rows.map(({ sender_id, n }) => [sender_id, Number(n)]));
}

function openCalls(db: Db, now: Date, of: Partial<MessageRow>) {
  const named = Object.fromEntries(Object.entries(of).map(([column, value]) => [`m.${column}`, value]));
  return db('messages AS m')
    .leftJoin('calls AS c', 'c.message_id', 'm.id')
    .where({ ...named, 'm.channel': 'call', 'm.direction': 'outbound' })
    .whereIn('m.status', ['sending', 'sent', 'unknown'])
    .where('m.claimed_at', '>=', new Date(now.getTime() - FORGOTTEN_MS))
    .whereNull('c.ended_at');
}
