import type { Db } from '../connection.js';
import { chatThread } from '../conversations/conversations.js';
import type { TranscriptRow } from '../conversations/messages.js';
import type { ConversationRow } from '../tables.js';

const MOST = 50;

/** A chat as its visitor sees it. */
export interface VisitorChat {
  conversation: Pick<ConversationRow, 'status' | 'handler' | 'due_at'>;
  messages: TranscriptRow[];
}

/**
 * Reads what was said in the chat of a session behind a message, oldest first, or its last messages; undefined while
 * there is no chat. One statement: browsers ask often.
 */
export async function readVisitorChat(
  db: Db,
  accountId: string,
  sessionId: string,
  after: string | undefined,
): Promise<VisitorChat | undefined> {
  const known = db('conversation_messages as k')
    .whereRaw('k.conversation_id = c.id')
    .where('k.id', after ?? '')
    .select('k.seq');
  const rows: (TranscriptRow & VisitorChat['conversation'])[] = await db('conversations as c')
    .leftJoin('conversation_messages as m', (on) =>
      on
        .on('m.conversation_id', 'c.id')
        .andOn('m.seq', '>', db.raw('COALESCE(?, GREATEST(0, CAST(c.next_seq AS SIGNED) - 1 - ?))', [known, MOST]))
        .andOnNotNull('m.text'),
    )
    .where({ 'c.thread': chatThread(sessionId), 'c.account_id': accountId })
    .orderBy('m.seq')
    .limit(MOST)
    .select('m.*', db.raw('NULL AS message_status'), 'c.status', 'c.handler', 'c.due_at');
  const [first] = rows;
  if (!first) return undefined;
  const { status, handler, due_at } = first;
  return { conversation: { status, handler, due_at }, messages: rows.filter(({ id }) => id !== null) };
}
