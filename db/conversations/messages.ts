import type { MessageStatus } from '../../schemas/message-statuses.js';
import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import type { AgentTurnRow, ConversationMessageRow } from './tables.js';

/** A message with its text, wherever that is kept. */
export type TranscriptRow = ConversationMessageRow & {
  subject: string | null;
  sender_id: string | null;
  /** The status of the message that carries it; null if writing it is sending it. */
  message_status: MessageStatus | null;
  /** The time when the message that carries it is looked at next, to be sent. */
  due_at?: Date | null;
};

/** Writes messages of a conversation whose row the caller has locked. */
export const insertConversationMessages = (tx: Db, rows: readonly ConversationMessageRow[]): Promise<void> =>
  insertRows(tx, 'conversation_messages', rows);

const withTexts = (db: Db) =>
  db('conversation_messages as c')
    .leftJoin('messages as m', 'm.id', 'c.message_id')
    .leftJoin('outgoing_messages as o', 'o.message_id', 'c.message_id')
    .select(
      'c.*',
      db.raw('COALESCE(c.text, m.content) AS text'),
      'm.subject',
      'm.sender_id',
      'm.status as message_status',
      'o.due_at',
    );

/** Lists the last messages of a conversation from one place on, in their order. */
export async function listLastMessages(
  db: Db,
  conversationId: string,
  { from, limit }: { from: number; limit: number },
): Promise<TranscriptRow[]> {
  const rows: TranscriptRow[] = await withTexts(db)
    .where('c.conversation_id', conversationId)
    .where('c.seq', '>=', from)
    .orderBy('c.seq', 'desc')
    .limit(limit);
  return rows.reverse();
}

/** Lists the messages behind one place, in their order. */
export const listMessagesAfter = (
  db: Db,
  conversationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<TranscriptRow[]> =>
  withTexts(db)
    .where('c.conversation_id', conversationId)
    .where('c.seq', '>', after)
    .orderBy('c.seq')
    .limit(limit) as unknown as Promise<TranscriptRow[]>;

/** Lists the inputs of a turn and its reply. */
export const listTurnMessages = (
  db: Db,
  turn: { conversation_id: string; turn_no: number; from_seq: number; through_seq: number },
): Promise<TranscriptRow[]> =>
  withTexts(db)
    .where('c.conversation_id', turn.conversation_id)
    .where((own) =>
      own
        .where('c.turn_no', turn.turn_no)
        .orWhere((inputs) => inputs.whereBetween('c.seq', [turn.from_seq, turn.through_seq]).where('c.role', 'user')),
    )
    .orderBy('c.seq') as unknown as Promise<TranscriptRow[]>;

/** The position and options of a message without its text. */
export type PlaceRow = Pick<ConversationMessageRow, 'id' | 'message_id' | 'role' | 'seq' | 'turn_no' | 'actions'>;

/** Lists where the inputs and replies of turns of one conversation stand. */
export async function listMessagesOfTurns(
  db: Db,
  turns: readonly Pick<AgentTurnRow, 'conversation_id' | 'turn_no' | 'from_seq' | 'through_seq'>[],
): Promise<PlaceRow[]> {
  const [first] = turns;
  if (!first) return [];
  const range = [
    Math.min(...turns.map(({ from_seq }) => from_seq)),
    Math.max(...turns.map(({ through_seq }) => through_seq)),
  ] as const;
  return db('conversation_messages')
    .where({ conversation_id: first.conversation_id })
    .where((own) =>
      own.whereBetween('seq', [...range]).orWhereIn(
        'turn_no',
        turns.map(({ turn_no }) => turn_no),
      ),
    )
    .orderBy('seq')
    .select('id', 'message_id', 'role', 'seq', 'turn_no', 'actions');
}

/** Finds one message of a conversation, with its text. */
export const findTranscriptRow = (db: Db, conversationId: string, id: string): Promise<TranscriptRow | undefined> =>
  withTexts(db).where({ 'c.conversation_id': conversationId, 'c.id': id }).first() as unknown as Promise<
    TranscriptRow | undefined
  >;

/** Finds the place of a message by its id; undefined where the conversation has none of this id. */
export const findPlace = async (db: Db, conversationId: string, id: string): Promise<number | undefined> =>
  (await db('conversation_messages').where({ id, conversation_id: conversationId }).first('seq'))?.seq;

/** Finds the input that a browser sent under this id. */
export const findInput = (
  db: Db,
  conversationId: string,
  clientTurnId: string,
): Promise<ConversationMessageRow | undefined> =>
  db('conversation_messages').where({ conversation_id: conversationId, client_turn_id: clientTurnId }).first();

/** Counts what the lead or visitor has said in a conversation. */
export async function countInputs(db: Db, conversationId: string): Promise<number> {
  const [counted] = await db('conversation_messages')
    .where({ conversation_id: conversationId, role: 'user' })
    .count({ n: '*' });
  return Number(counted?.n);
}

/** Lists the replies to an input. */
export const listReplies = (db: Db, conversationId: string, clientTurnId: string): Promise<TranscriptRow[]> =>
  withTexts(db)
    .where('c.conversation_id', conversationId)
    .where('c.answers', clientTurnId)
    .orderBy('c.seq') as unknown as Promise<TranscriptRow[]>;
