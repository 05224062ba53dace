import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import type { AgentTurnRow, OfferedSlotRow } from './tables.js';

/** Writes turns that have ended. */
export const insertTurns = (tx: Db, rows: readonly AgentTurnRow[]): Promise<void> =>
  insertRows(tx, 'agent_turns', rows);

export const findTurn = (db: Db, conversationId: string, turnNo: number): Promise<AgentTurnRow | undefined> =>
  db('agent_turns').where({ conversation_id: conversationId, turn_no: turnNo }).first();

/** Lists the first turns of a conversation, in their order. */
export const listTurns = (db: Db, conversationId: string, limit: number): Promise<AgentTurnRow[]> =>
  db('agent_turns').where({ conversation_id: conversationId }).orderBy('turn_no').limit(limit);

/** Lists the turns before one, newest first, and one more than asked for. */
export const listTurnsBefore = (
  db: Db,
  conversationId: string,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AgentTurnRow[]> =>
  db('agent_turns')
    .where({ conversation_id: conversationId })
    .where((older) => (before === undefined ? older : older.where('turn_no', '<', before)))
    .orderBy('turn_no', 'desc')
    .limit(limit + 1);

/** The results of an agent's turns, grouped by variant. */
export interface VariantCounts {
  variant: string | null;
  conversations: number;
  turns: number;
  answered: number;
  captured: number;
  booked: number;
  handed_over: number;
  cost_micros: number;
}

/** Adds up what turns of an agent came to from one moment to another, variant by variant. */
export async function countByVariant(
  db: Db,
  {
    accountId,
    agentId,
    from,
    to,
    version,
  }: Record<'accountId' | 'agentId', string> & {
    from: Date;
    to: Date;
    version: number | undefined;
  },
): Promise<VariantCounts[]> {
  const turns = () => {
    const query = db('conversations as c')
      .join('agent_turns as t', 't.conversation_id', 'c.id')
      .where({ 'c.account_id': accountId, 'c.agent_id': agentId })
      .where('t.ended_at', '>=', from)
      .where('t.ended_at', '<', to)
      .groupBy('t.variant');
    return version === undefined ? query : query.where('t.agent_version', version);
  };
  const counts: Record<string, unknown>[] = await turns()
    .orderBy('t.variant')
    .select('t.variant')
    .select(
      db.raw('COUNT(DISTINCT t.conversation_id) AS conversations'),
      db.raw("SUM(t.status <> 'superseded') AS turns"),
      db.raw("SUM(t.status = 'answered') AS answered"),
      db.raw('SUM(t.captured) AS captured'),
      db.raw('SUM(t.booked) AS booked'),
      db.raw("SUM(t.status = 'handed_off') AS handed_over"),
    );
  const costs: { variant: string | null; cost_micros: unknown }[] = await turns()
    .join('agent_steps as s', (on) => on.on('s.conversation_id', 't.conversation_id').andOn('s.turn_no', 't.turn_no'))
    .select('t.variant', db.raw('SUM(s.cost_micros) AS cost_micros'));
  return counts.map((row) => ({
    variant: row.variant as string | null,
    conversations: Number(row.conversations),
    turns: Number(row.turns),
    answered: Number(row.answered),
    captured: Number(row.captured),
    booked: Number(row.booked),
    handed_over: Number(row.handed_over),
    cost_micros: Number(costs.find(({ variant }) => variant === row.variant)?.cost_micros ?? 0),
  }));
}

/** Writes times that are offered. */
export const insertOffers = (tx: Db, rows: readonly OfferedSlotRow[]): Promise<void> =>
  insertRows(tx, 'offered_slots', rows);

/** Lists the times that can still be picked, the earliest first. */
export const listOffers = (db: Db, now: Date, conversationId: string): Promise<OfferedSlotRow[]> =>
  db('offered_slots')
    .where({ conversation_id: conversationId })
    .where('expires_at', '>', now)
    .whereNull('taken_at')
    .orderBy(['turn_no', 'starts_at']);

/** Takes back what was offered before, so that only the newest times can be picked. */
export async function withdrawOffers(tx: Db, now: Date, conversationId: string): Promise<void> {
  await tx('offered_slots')
    .where({ conversation_id: conversationId })
    .where('expires_at', '>', now)
    .update({ expires_at: now });
}

export async function takeOffer(tx: Db, now: Date, { conversation_id, slot_id }: OfferedSlotRow): Promise<void> {
  await tx('offered_slots').where({ conversation_id, slot_id }).update({ taken_at: now });
}

/** Counts the inputs that are in no turn, or in several, though they were taken: there must be none. */
export async function countTornInputs(db: Db): Promise<number> {
  const [rows] = (await db.raw(
    `SELECT m.id FROM conversation_messages m
     JOIN conversations c ON c.id = m.conversation_id
     LEFT JOIN agent_turns t ON t.conversation_id = m.conversation_id AND m.seq BETWEEN t.from_seq AND t.through_seq
     WHERE m.role = 'user' GROUP BY m.id, m.seq, c.answered_through
     HAVING COUNT(t.turn_no) <> (m.seq <= c.answered_through)`,
  )) as unknown as [unknown[]];
  return rows.length;
}

/**
 * Finds the place of an offered time among those that were offered with it, from 0; undefined for one that never was.
 */
export async function placeOfOffer(db: Db, conversationId: string, slotId: string): Promise<number | undefined> {
  const rows: Pick<OfferedSlotRow, 'slot_id' | 'turn_no'>[] = await db('offered_slots')
    .where({ conversation_id: conversationId })
    .orderBy(['turn_no', 'starts_at'])
    .select('slot_id', 'turn_no');
  const turnNo = rows.find(({ slot_id }) => slot_id === slotId)?.turn_no;
  const place = rows.filter(({ turn_no }) => turn_no === turnNo).findIndex(({ slot_id }) => slot_id === slotId);
  return place < 0 ? undefined : place;
}

/** Lists the times that were offered last, in their order. */
export async function listLastOffered(db: Db, conversationId: string): Promise<string[]> {
  const rows: Pick<OfferedSlotRow, 'slot_id' | 'turn_no'>[] = await db('offered_slots')
    .where({ conversation_id: conversationId })
    .orderBy([{ column: 'turn_no', order: 'desc' }, { column: 'starts_at' }])
    .select('slot_id', 'turn_no');
  return rows.filter(({ turn_no }) => turn_no === rows[0]?.turn_no).map(({ slot_id }) => slot_id);
}
