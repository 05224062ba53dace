import type { Db } from '../connection.js';
import type { ReportTouchRow } from './tables.js';

const COLUMNS_AT_ONCE = 500;

/** Lists the facts of messages that a touch has, with the current owner of the lead. */
export const listTouchMessages = (
  db: Db,
  ids: readonly string[],
): Promise<Omit<ReportTouchRow, 'sent_at' | TouchOutcome>[]> =>
  db('messages as m')
    .leftJoin('leads as l', 'l.id', 'm.lead_id')
    .whereIn('m.id', [...ids])
    .where('m.direction', 'outbound')
    .select(
      'm.id as message_id',
      'm.account_id',
      'm.lead_id',
      'm.channel',
      ...(['agent_id', 'step_key', 'sender_id'] as const).map((name) =>
        db.raw("COALESCE(??, '') AS ??", [`m.${name}`, name]),
      ),
      db.raw("COALESCE(l.owner_id, '') AS owner_id"),
    ) as unknown as Promise<Omit<ReportTouchRow, 'sent_at' | TouchOutcome>[]>;

/** Starts reading again at the first event. Touches keep what they have. */
export const restartTouches = (db: Db): Promise<number> =>
  db('report_cursors').where({ name: 'touches' }).update({ seq: 0, counted_at: null });

/** The columns with the times of outcomes. */
export const TOUCH_OUTCOMES = ['delivered_at', 'replied_at', 'met_at', 'won_at'] as const;
export type TouchOutcome = (typeof TOUCH_OUTCOMES)[number];

/** Locks the touches of some messages and of some leads, so that an erasure waits until the transaction ends. */
export async function lockTouches(
  tx: Db,
  { messageIds, leadIds }: { messageIds: readonly string[]; leadIds: readonly string[] },
): Promise<ReportTouchRow[]> {
  if (messageIds.length + leadIds.length === 0) return [];
  return tx('report_touches')
    .whereIn('message_id', [...messageIds])
    .orWhereIn('lead_id', [...leadIds])
    .orderBy('message_id')
    .forUpdate();
}

/** Inserts touches, or sets the outcomes of those that exist. */
export async function saveTouches(tx: Db, rows: readonly ReportTouchRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += COLUMNS_AT_ONCE) {
    await tx('report_touches')
      .insert(rows.slice(at, at + COLUMNS_AT_ONCE))
      .onConflict()
      .merge([...TOUCH_OUTCOMES]);
  }
}
