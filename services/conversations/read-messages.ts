import type { Db } from '../../db/connection.js';
import { findPlace, findTalk, listMessagesAfter } from '../../db/conversations/messages.js';
import type { ConversationRow } from '../../db/tables.js';
import type { ConversationMessage } from '../../schemas/conversations/messages.js';
import { toMessage } from './to-message.js';

/** How many messages are read at once. */
const MOST = 50;

/**
 * Reads a conversation's messages behind one of them, oldest first; the last ones where none is named, or none of its
 * own.
 */
export async function readMessages(
  db: Db,
  { id, next_seq }: Pick<ConversationRow, 'id' | 'next_seq'>,
  afterId: string | null,
): Promise<ConversationMessage[]> {
  const place = afterId === null ? undefined : await findPlace(db, id, afterId);
  const after = place ?? Math.max(0, next_seq - 1 - MOST);
  return (await listMessagesAfter(db, id, { after, limit: MOST })).map(toMessage);
}

/** Reads one message of a conversation. */
export async function readMessage(
  db: Db,
  { id }: Pick<ConversationRow, 'id'>,
  messageId: string,
): Promise<ConversationMessage | undefined> {
  const row = await findTalk(db, id, messageId);
  return row && toMessage(row);
}
