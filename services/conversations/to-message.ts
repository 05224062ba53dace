import { fromJson } from '../../db/connection.js';
import type { TalkRow } from '../../db/conversations/messages.js';
import type { Citation, ConversationMessage, MessageAction, Role } from '../../schemas/conversations/messages.js';

/** Shows a message as chats and operators see it. */
export const toMessage = (row: TalkRow): ConversationMessage => ({
  id: row.id,
  seq: row.seq,
  role: row.role as Role,
  text: row.text,
  turn_id: row.client_turn_id ?? row.answers,
  citations: fromJson<Citation[] | null>(row.citations) ?? [],
  actions: fromJson<MessageAction[] | null>(row.actions) ?? [],
  message_status: row.message_status,
  created_at: row.created_at.toISOString(),
});
