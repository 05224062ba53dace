import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { findInput, listReplies, type TranscriptRow } from '../../db/conversations/messages.js';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import type { Work } from '../../db/work.js';
import { debounceOf, usesModel } from '../../domain/agent/settings.js';
import { maskPaymentData } from '../../domain/values/payment-data.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import type { Choice, ConversationMessage, MessageAction } from '../../schemas/conversations/messages.js';
import { notifyOfReply } from '../agent-runs/add-notices.js';
import { answer, makeDue, needsNoModel } from './advance.js';
import { addMessage, type ConversationSession, change, emit, openSession, reopen, save, VISITOR } from './session.js';
import { toMessage } from './to-message.js';
import { offersInWords } from './turn-input.js';

/** A visitor's message, or a selected option. */
export interface ChatInput {
  /** The browser's own id of it (a UUID): the same one is taken once. */
  turnId: string;
  text: string | null;
  choice: Choice | null;
  /** The page of the input (JSON), if known. It doesn't affect the identity of the input. */
  page?: string | null;
}

/** The result of an input: the kind of answer, its content, and whether the chat is over. */
export type ReceiveResult =
  | {
      outcome: 'answered' | 'pending' | 'handoff';
      messages: ConversationMessage[];
      done: boolean;
      leadId: string | null;
      /** The conversation, where a model is about to answer it, which takes seconds. */
      thinksIn: string | null;
    }
  | { outcome: 'reused' };

/** Returns the fingerprint of an input. Another one under the same ID isn't a repetition. */
const fingerprintOf = ({ text, choice }: Pick<ChatInput, 'text' | 'choice'>): Buffer =>
  createHash('sha256').update(canonicalJson({ text, choice })).digest();

const outcomeOf = ({ handler, due_at }: Pick<ConversationWithAgent, 'handler' | 'due_at'>) =>
  handler === 'person' ? 'handoff' : due_at === null ? 'answered' : 'pending';

const reception = (
  conversation: ConversationWithAgent,
  replies: readonly TranscriptRow[],
  thinks = false,
): ReceiveResult => ({
  outcome: outcomeOf(conversation),
  messages: replies.map(toMessage),
  done: conversation.status === 'closed',
  leadId: conversation.lead_id,
  thinksIn: thinks ? conversation.id : null,
});

/** Answers an input that was taken before, as it was answered then; undefined for one that is new. */
export async function answeredBefore(
  tx: Knex,
  conversation: ConversationWithAgent,
  input: ChatInput,
): Promise<ReceiveResult | undefined> {
  if (conversation.input_seq === null) return undefined;
  const known = await findInput(tx, conversation.id, input.turnId);
  if (!known) return undefined;
  if (!known.fingerprint?.equals(fingerprintOf(input))) return { outcome: 'reused' };
  return reception(conversation, await listReplies(tx, conversation.id, input.turnId));
}

/** Reads how an input was answered that a model was asked about; undefined where its session has left the chat since. */
export async function answeredByModel(
  db: Knex,
  findConversation: () => Promise<ConversationWithAgent | undefined>,
  { conversationId, turnId }: { conversationId: string; turnId: string },
): Promise<ReceiveResult | undefined> {
  const [conversation, replies] = await Promise.all([findConversation(), listReplies(db, conversationId, turnId)]);
  return conversation?.id === conversationId ? reception(conversation, replies) : undefined;
}

/**
 * Takes what a visitor wrote, and answers it in the same transaction unless the agent waits for more. An input that was
 * taken before is answered as it was then. While a person has the conversation the agent says nothing.
 */
export async function receiveInput(
  work: Work,
  conversation: ConversationWithAgent,
  input: ChatInput,
): Promise<ReceiveResult> {
  const before = await answeredBefore(work.tx, conversation, input);
  if (before) return before;
  const session = await openSession(work, conversation, input.text ?? '');
  if (!session || session.snapshot?.lead.erased_at) return reception({ ...conversation, status: 'closed' }, []);
  // The same one was taken by another request, which this one has waited for.
  const taken = session.transcript.find(({ client_turn_id }) => client_turn_id === input.turnId);
  if (taken)
    return (
      (await answeredBefore(work.tx, { ...session.conversation, input_seq: taken.seq }, input)) ??
      reception(conversation, [])
    );
  await take(session, input);
  const reply = answersAtOnce(session) ? await answer(session, 'input') : await makeDue(session, false);
  await save(session);
  const thinks = session.conversation.due_at !== null && usesModel(session.definition);
  return reception(session.conversation, reply ? [reply] : [], thinks);
}

/**
 * Whether an input is answered immediately: by rules, unless more input is expected. Models are never called in the
 * request.
 */
const answersAtOnce = (session: ConversationSession): boolean =>
  usesModel(session.definition)
    ? needsNoModel(session, 'input')
    : debounceOf(session.definition.ai, 'chat').afterLastMs === 0;

/** Returns the display text of an input: its text, or the selected option. */
function shownText(session: ConversationSession, { text, choice }: ChatInput): string {
  if (choice?.type === 'quick_reply') return choice.label;
  if (choice?.type === 'book_meeting') {
    return offersInWords(session).find(({ slotId }) => slotId === choice.slot_id)?.label ?? text ?? '';
  }
  return text ?? '';
}

/** The form that the visitor was shown last. */
function formShown({ transcript }: ConversationSession): Extract<MessageAction, { type: 'form' }> | undefined {
  const shown = transcript.flatMap(({ role, actions }) =>
    role === 'bot' ? (fromJson<MessageAction[] | null>(actions) ?? []) : [],
  );
  return shown.findLast((action) => action.type === 'form');
}

/** Takes of a form only what it asked; undefined where that is nothing. */
function asFormAnswer(
  session: ConversationSession,
  given: Extract<Choice, { type: 'form' }>,
): { text: string; choice: Choice } | undefined {
  const formFields = formShown(session)?.fields ?? [];
  const answers = formFields.flatMap(({ key, label }) => {
    const text = Object.hasOwn(given.fields, key) ? given.fields[key] : undefined;
    return text === undefined ? [] : [{ key, label, text: maskPaymentData(text) }];
  });
  if (answers.length === 0) return undefined;
  return {
    text: answers.map(({ label, text }) => `${label}: ${text}`).join('\n'),
    choice: { type: 'form', fields: Object.fromEntries(answers.map(({ key, text }) => [key, text])) },
  };
}

/**
 * Returns the stored part of an input: its text and the selected option. Form fields that weren't requested count as
 * text.
 */
function keptOf(session: ConversationSession, input: ChatInput): { text: string; choice: Choice | null } {
  const { choice } = input;
  if (choice?.type !== 'form') return { text: maskPaymentData(shownText(session, input)), choice };
  const words = { text: maskPaymentData(Object.values(choice.fields).join('\n')), choice: null };
  return asFormAnswer(session, choice) ?? words;
}

/** Stores an input at the end of the conversation, and tells of it. */
async function take(session: ConversationSession, input: ChatInput): Promise<void> {
  const { work, conversation } = session;
  const { now, tx } = work;
  reopen(session, VISITOR);
  const { text, choice } = keptOf(session, input);
  const message = addMessage(session, {
    role: 'user',
    text,
    client_turn_id: input.turnId,
    choice: choice && JSON.stringify(choice),
    fingerprint: fingerprintOf(input),
  });
  change(session, { last_inbound_at: now, ...(input.page ? { page: input.page } : {}) });
  emit(session, 'message.received', { message_id: message.id }, VISITOR);
  const { account_id: accountId, lead_id: leadId } = conversation;
  if (conversation.handler === 'person') await notifyOfReply(work, { accountId, leadId, messageId: message.id });
  if (leadId === null) return;
  const about = { id: leadId, accountId };
  await bumpEngagement(tx, about, { counts: ['inbound_count'], lastInboundAt: now, lastChannel: 'chat' });
}
