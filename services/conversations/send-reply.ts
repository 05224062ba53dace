import type { TalkRow } from '../../db/conversations/messages.js';
import { keepCitations, sourcesOf, withoutMarks } from '../../domain/agent/citations.js';
import type { Scene, Step } from '../../domain/agent/scene.js';
import { replySubject } from '../../domain/messages/reply-subject.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { MessageAction } from '../../schemas/conversations/messages.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { type QueuedMessage, queueMessage, type RefusedMessage } from '../messages/queue.js';
import type { OpenTurn } from './open-turn.js';
import { addMessage, agentOrigin, change, type Sitting, tell } from './sitting.js';

type Reply = Extract<Step, { kind: 'reply' }>;

/** The reply as it stands in the conversation, or why it can't be sent. */
export type Sent = { row: TalkRow; problem?: never } | { row?: never; problem: string };

/**
 * Sends the reply of a turn: in a chat it is there with the turn; elsewhere a message is queued with it, once for the
 * turn's name, and leaves as every message does. It answers what was read up to `heard`.
 */
export async function sendReply(turn: OpenTurn, reply: Reply, scene: Scene, heard: number): Promise<Sent> {
  const { sitting } = turn;
  const { seat, work } = sitting;
  const answers = sitting.talk.findLast(({ role, seq }) => role === 'user' && seq <= heard)?.client_turn_id ?? null;
  const actions = reply.actions.length > 0 ? JSON.stringify(reply.actions) : null;
  const message = { role: 'bot', turn_no: seat.next_turn, answers, actions };
  const { text, citations } = keepCitations(reply.text, sourcesOf(scene));
  change(sitting, { last_outbound_at: work.now });
  if (scene.channel === 'chat') {
    const cited = citations.length > 0 ? JSON.stringify(citations) : null;
    const row = addMessage(sitting, { ...message, text, citations: cited });
    tell(sitting, 'message.sent', { message_id: row.id }, agentOrigin(seat));
    return { row };
  }
  // Numbers of sources mean nothing where their list is not shown.
  const plain = { ...reply, text: withoutMarks(text) };
  const queued = await queueReply(sitting, {
    ...{ occasion: turn.occasion, text: withLinks(plain), automatic: true, origin: agentOrigin(seat) },
  });
  if (queued.outcome === 'refused') return { problem: queued.code };
  const shown = { text: plain.text, message_status: queued.message.status };
  return { row: addMessage(sitting, { ...message, message_id: queued.message.id }, shown) };
}

/** What a reply offers to click, where nothing can be clicked: its text names times already, and links. */
const withLinks = ({ text, actions }: Reply): string => {
  const missing = actions.filter(
    (action): action is Extract<MessageAction, { type: 'link' }> => action.type === 'link',
  );
  return [text, ...missing.filter(({ url }) => !text.includes(url)).map(({ label, url }) => `${label}: ${url}`)].join(
    '\n\n',
  );
};

const subjectOf = ({ talk }: Sitting): string =>
  replySubject(talk.findLast(({ role, subject }) => role === 'user' && subject !== null)?.subject ?? '');

/** What is written on a channel that isn't chat, by the agent or by a person. */
interface Writing {
  /** What it is written for: the same again sends nothing. */
  occasion: string;
  text: string;
  /** Whether no person wrote it. */
  automatic: boolean;
  /** Not before then. */
  sendAt?: Date | null;
  origin: EventOrigin;
}

/** Queues an answer to what the lead wrote last. */
export function queueReply(
  sitting: Sitting,
  { occasion, text, automatic, sendAt = null, origin }: Writing,
): Promise<QueuedMessage | RefusedMessage> {
  const { seat, work, talk } = sitting;
  const last = talk.findLast(({ role, message_id }) => role === 'user' && message_id !== null);
  return queueMessage(work, {
    ...{ accountId: seat.account_id, leadId: seat.lead_id ?? '', agentId: seat.agent_id, occasion },
    channel: seat.channel as Channel,
    content: {
      ...{ template_id: null, html: null, begin_message: null, variables: {}, literal: 'all' },
      subject: seat.channel === 'email' ? subjectOf(sitting) : null,
      content: text,
    },
    sendAt,
    // Whoever wrote waits for an answer, whatever the hour and however much was sent before.
    ...{ respectWindow: false, respectCaps: false },
    ...(seat.channel === 'whatsapp' && last?.sender_id ? { numberId: last.sender_id } : {}),
    ...(last?.message_id ? { answers: { messageId: last.message_id, automatic } } : {}),
    origin,
  });
}
