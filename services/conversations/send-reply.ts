import type { TranscriptRow } from '../../db/conversations/messages.js';
import { keepCitations, sourcesOf, stripCitations } from '../../domain/agent/citations.js';
import type { Step, TurnInput } from '../../domain/agent/turn-input.js';
import { replySubject } from '../../domain/messages/reply-subject.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { MessageAction } from '../../schemas/conversations/messages.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { type QueuedMessage, queueMessage, type RefusedMessage } from '../messages/queue.js';
import type { OpenTurn } from './open-turn.js';
import { addMessage, agentOrigin, type ConversationSession, change, emit } from './session.js';

type Reply = Extract<Step, { kind: 'reply' }>;

/** The reply as stored in the conversation, or the reason why it can't be sent. */
export type Sent = { row: TranscriptRow; problem?: never } | { row?: never; problem: string };

/**
 * Sends the reply of a turn: in a chat it is there with the turn; elsewhere a message is queued in the same
 * transaction and sent like any other message. It answers what was read up to `heard`.
 */
export async function sendReply(turn: OpenTurn, reply: Reply, turnInput: TurnInput, throughSeq: number): Promise<Sent> {
  const { session } = turn;
  const { conversation, work } = session;
  const answers =
    session.transcript.findLast(({ role, seq }) => role === 'user' && seq <= throughSeq)?.client_turn_id ?? null;
  const actions = reply.actions.length > 0 ? JSON.stringify(reply.actions) : null;
  const message = { role: 'bot', turn_no: conversation.next_turn, answers, actions };
  const { text, citations } = keepCitations(reply.text, sourcesOf(turnInput));
  change(session, { last_outbound_at: work.now });
  if (turnInput.channel === 'chat') {
    const cited = citations.length > 0 ? JSON.stringify(citations) : null;
    const row = addMessage(session, { ...message, text, citations: cited });
    emit(session, 'message.sent', { message_id: row.id }, agentOrigin(conversation));
    return { row };
  }
  // Numbers of sources mean nothing where their list is not shown.
  const plain = { ...reply, text: stripCitations(text) };
  const queued = await queueReply(session, {
    text: withLinks(plain),
    automatic: true,
    origin: agentOrigin(conversation),
  });
  if (queued.outcome === 'refused') return { problem: queued.code };
  const shown = { text: plain.text, message_status: queued.message.status };
  return { row: addMessage(session, { ...message, message_id: queued.message.id }, shown) };
}

/** Returns the text of a reply on channels without buttons. Its text already names the times, and links are added. */
const withLinks = ({ text, actions }: Reply): string => {
  const missing = actions.filter(
    (action): action is Extract<MessageAction, { type: 'link' }> => action.type === 'link',
  );
  return [text, ...missing.filter(({ url }) => !text.includes(url)).map(({ label, url }) => `${label}: ${url}`)].join(
    '\n\n',
  );
};

const subjectOf = ({ transcript }: ConversationSession): string =>
  replySubject(transcript.findLast(({ role, subject }) => role === 'user' && subject !== null)?.subject ?? '');

/** A message on a channel other than chat, by the agent or by a person. */
interface Writing {
  text: string;
  /** True if no person wrote it. */
  automatic: boolean;
  /** Not before then. */
  sendAt?: Date | null;
  origin: EventOrigin;
}

/** Queues an answer to what the lead wrote last. */
export function queueReply(
  session: ConversationSession,
  { text, automatic, sendAt = null, origin }: Writing,
): Promise<QueuedMessage | RefusedMessage> {
  const { conversation, work, transcript } = session;
  const last = transcript.findLast(({ role, message_id }) => role === 'user' && message_id !== null);
  return queueMessage(work, {
    accountId: conversation.account_id,
    leadId: conversation.lead_id ?? '',
    agentId: conversation.agent_id,
    channel: conversation.channel as Channel,
    content: {
      template_id: null,
      html: null,
      begin_message: null,
      variables: {},
      literal: 'all',
      subject: conversation.channel === 'email' ? subjectOf(session) : null,
      content: text,
    },
    sendAt,
    // The author of a message is waiting for an answer, regardless of the time of day and earlier messages.
    respectWindow: false,
    respectCaps: false,
    ...(conversation.channel === 'whatsapp' && last?.sender_id ? { numberId: last.sender_id } : {}),
    ...(last?.message_id ? { answers: { messageId: last.message_id, automatic } } : {}),
    origin,
  });
}
