import { type Db, fromJson } from '../../db/connection.js';
import {
  type ChatMessage,
  listChatMessages,
  listConversationEvents,
  listMoments,
} from '../../db/operations/reply-waits.js';
import type { EventRow } from '../../db/tables.js';

/** The time that a lead waited for an answer. */
export interface ReplyWait {
  event: EventRow;
  /** The answer. */
  messageId: string;
  /** The writer: a user, an agent or a key. */
  writerId: string;
  /** The agent whose conversation it is; null where the answer tells. */
  agentId: string | null;
  ms: number;
}

interface EventData {
  message_id?: string;
  conversation_id?: string;
}

/** Only these answer anybody: what jobs, functions and cadences send, and notices of meetings, leaves a lead waiting. */
const WRITERS: readonly string[] = ['user', 'agent', 'api'];

/**
 * Returns the events that answered a waiting lead, with the start of each wait, which is the first message after the
 * previous answer. It ignores later events, so its result is always the same.
 */
export async function listReplyWaits(db: Db, events: readonly EventRow[]): Promise<ReplyWait[]> {
  const sent = events
    .filter(({ type }) => type === 'message.sent')
    .map((event) => ({ event, eventData: fromJson<EventData>(event.data) }));
  const inChats = sent.filter(({ eventData }) => eventData.conversation_id !== undefined);
  const elsewhere = sent.filter(
    ({ event, eventData }) =>
      eventData.conversation_id === undefined && event.agent_run_id === null && event.lead_id !== null,
  );
  return [...(await waitsInChats(db, inChats)), ...(await waitsElsewhere(db, elsewhere))];
}

interface Sent {
  event: EventRow;
  eventData: EventData;
}

async function waitsInChats(db: Db, sent: readonly Sent[]): Promise<ReplyWait[]> {
  if (sent.length === 0) return [];
  const rows = await listChatMessages(db, [
    ...new Set(sent.flatMap(({ eventData }) => eventData.conversation_id ?? [])),
  ]);
  const chats = Map.groupBy(rows, (row) => row.conversation_id);
  return sent.flatMap(({ event, eventData: { message_id, conversation_id } }) => {
    const chat = chats.get(conversation_id ?? '') ?? [];
    const at = chat.findIndex(({ id }) => id === message_id);
    const answer = chat[at];
    const first = firstUnanswered(chat.slice(0, Math.max(0, at)));
    if (!answer || !first || event.origin_id === null || !WRITERS.includes(event.origin_kind)) return [];
    const ms = answer.created_at.getTime() - first.created_at.getTime();
    return [{ event, messageId: answer.id, writerId: event.origin_id, agentId: answer.agent_id, ms }];
  });
}

const firstUnanswered = (eventData: readonly ChatMessage[]): ChatMessage | undefined => {
  const answered = eventData.findLastIndex(({ role }) => role === 'bot' || role === 'agent');
  return eventData.slice(answered + 1).find(({ role }) => role === 'user');
};

async function waitsElsewhere(db: Db, sent: readonly Sent[]): Promise<ReplyWait[]> {
  if (sent.length === 0) return [];
  const own = new Map(sent.map(({ event }) => [Number(event.seq), event]));
  const leadIds = [...new Set(sent.flatMap(({ event }) => event.lead_id ?? []))];
  const talk = await listConversationEvents(db, leadIds, Math.max(...own.keys()));
  // A receipt may be the event that reports a send. The requester is in the event of the request.
  const requestOrigins = new Map<string, { origin_kind: string; origin_id: string | null }>();
  const waiting = new Map<string, { messageId: string; since: Date }>();
  const waits: (ReplyWait & { answered: string; since: Date })[] = [];
  for (const { seq, lead_id, agent_run_id, type, data, created_at, ...origin } of talk) {
    const { message_id: messageId, conversation_id } = fromJson<EventData>(data);
    if (lead_id === null || messageId === undefined || conversation_id !== undefined) continue;
    const first = waiting.get(lead_id);
    if (type === 'message.queued') requestOrigins.set(messageId, origin);
    if (type === 'message.received' && !first) waiting.set(lead_id, { messageId, since: created_at });
    if (type !== 'message.sent' || agent_run_id !== null || !first) continue;
    const writer = requestOrigins.get(messageId) ?? origin;
    if (writer.origin_id === null || !WRITERS.includes(writer.origin_kind)) continue;
    waiting.delete(lead_id);
    const event = own.get(Number(seq));
    const wait = { messageId, writerId: writer.origin_id, agentId: null, ms: 0, answered: first.messageId };
    if (event) waits.push({ event, ...wait, since: first.since });
  }
  // A message may have been received long before it was processed.
  const moments = await listMoments(
    db,
    waits.map(({ answered }) => answered),
  );
  return waits.map(({ answered, since, ...wait }) => {
    const from = moments.get(answered) ?? since;
    return { ...wait, ms: Math.max(0, wait.event.created_at.getTime() - from.getTime()) };
  });
}
