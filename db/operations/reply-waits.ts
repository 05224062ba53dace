import type { Db } from '../connection.js';
import type { ConversationMessageRow, ConversationRow, EventRow } from '../tables.js';

/** The columns of an event that identify its author and time. */
export type ConversationEvent = Pick<
  EventRow,
  'seq' | 'lead_id' | 'agent_run_id' | 'type' | 'data' | 'origin_kind' | 'origin_id' | 'created_at'
>;

/** Lists what was written by and to leads, up to a place of the events, in the order in which it was told. */
export const listConversationEvents = (
  db: Db,
  leadIds: readonly string[],
  upTo: number,
): Promise<ConversationEvent[]> =>
  db('events')
    .whereIn('lead_id', [...leadIds])
    .where('seq', '<=', upTo)
    .whereIn('type', ['message.received', 'message.queued', 'message.sent'])
    .orderBy('seq')
    .select('seq', 'lead_id', 'agent_run_id', 'type', 'data', 'origin_kind', 'origin_id', 'created_at');

/** Lists when messages came in or were made. */
export async function listMoments(db: Db, ids: readonly string[]): Promise<Map<string, Date>> {
  if (ids.length === 0) return new Map();
  const rows = await db('messages')
    .whereIn('id', [...ids])
    .select('id', 'created_at');
  return new Map(rows.map(({ id, created_at }) => [id, created_at]));
}

export type ChatMessage = Pick<ConversationMessageRow, 'id' | 'conversation_id' | 'role' | 'created_at'> &
  Pick<ConversationRow, 'agent_id'>;

/** Lists what was said in chats, each in its order. */
export const listChatMessages = (db: Db, ids: readonly string[]): Promise<ChatMessage[]> =>
  db('conversation_messages as m')
    .join('conversations as c', 'c.id', 'm.conversation_id')
    .whereIn('m.conversation_id', [...ids])
    .orderBy(['m.conversation_id', 'm.seq'])
    .select('m.id', 'm.conversation_id', 'm.role', 'm.created_at', 'c.agent_id');

/** The author, for display. */
export interface Writer {
  id: string;
  name: string;
  kind: 'user' | 'agent' | 'key';
}

/** Finds users, agents and keys by their ids. */
export async function listWriters(db: Db, accountId: string, ids: readonly string[]): Promise<Map<string, Writer>> {
  if (ids.length === 0) return new Map();
  const named = (table: 'users' | 'agents' | 'api_keys', kind: Writer['kind']) =>
    db(table)
      .where({ account_id: accountId })
      .whereIn('id', [...ids])
      .select('id', 'name', db.raw('? as kind', [kind]));
  const rows = (await named('users', 'user').unionAll([
    named('agents', 'agent'),
    named('api_keys', 'key'),
  ])) as unknown as Writer[];
  return new Map(rows.map((row) => [row.id, row]));
}
