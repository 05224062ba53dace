import { fromJson } from '../../db/connection.js';
import type { TranscriptRow } from '../../db/conversations/messages.js';
import type { PlannedMessageRow } from '../../db/tables.js';
import type { Citation, ConversationMessage, MessageAction, Role } from '../../schemas/conversations/messages.js';

const WAITING: readonly unknown[] = ['queued', 'held'];

/** Shows a message as chats and operators see it. */
export const toMessage = (row: TranscriptRow): ConversationMessage => ({
  id: row.id,
  seq: row.seq,
  role: row.role as Role,
  text: row.text,
  turn_id: row.client_turn_id ?? row.answers,
  citations: fromJson<Citation[] | null>(row.citations) ?? [],
  actions: fromJson<MessageAction[] | null>(row.actions) ?? [],
  message_status: row.message_status,
  send_at: WAITING.includes(row.message_status) ? (row.due_at?.toISOString() ?? null) : null,
  created_at: row.created_at.toISOString(),
});

/** Shows what is planned in a chat as people of the account see it, at the place that it would have now. */
export const toPlannedMessage = (row: PlannedMessageRow, nextSeq: number): ConversationMessage => ({
  id: row.id,
  seq: nextSeq,
  role: 'agent',
  text: row.text,
  turn_id: null,
  citations: [],
  actions: [],
  message_status: 'queued',
  send_at: row.send_at.toISOString(),
  created_at: row.created_at.toISOString(),
});
