import type { Db } from '../../db/connection.js';
import { findPlace, findTranscriptRow, listMessagesAfter } from '../../db/conversations/messages.js';
import { findPlanned, listPlanned } from '../../db/conversations/planned.js';
import type { ConversationRow } from '../../db/tables.js';
import type { ConversationMessage } from '../../schemas/conversations/messages.js';
import { toMessage, toPlannedMessage } from './to-message.js';

/** The number of messages that are read at once. */
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

/** Reads what people have planned to say in a chat, what is said first first. */
export async function readPlanned(
  db: Db,
  { id, next_seq, planned_at }: Pick<ConversationRow, 'id' | 'next_seq' | 'planned_at'>,
): Promise<ConversationMessage[]> {
  if (!planned_at) return [];
  return (await listPlanned(db, id, { limit: MOST })).map((row) => toPlannedMessage(row, next_seq));
}

/** Reads one message of a conversation, said or planned. */
export async function readMessage(
  db: Db,
  { id, next_seq }: Pick<ConversationRow, 'id' | 'next_seq'>,
  messageId: string,
): Promise<ConversationMessage | undefined> {
  const row = await findTranscriptRow(db, id, messageId);
  if (row) return toMessage(row);
  const planned = await findPlanned(db, id, messageId);
  return planned && toPlannedMessage(planned, next_seq);
}
