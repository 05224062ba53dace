import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { findInput, listReplies, type TalkRow } from '../../db/conversations/messages.js';
import type { Seat } from '../../db/conversations/seats.js';
import { bumpEngagement } from '../../db/leads/engagement.js';
import type { Work } from '../../db/work.js';
import { debounceOf, usesModel } from '../../domain/agent/settings.js';
import { maskPaymentData } from '../../domain/values/payment-data.js';
import { canonicalJson } from '../../runtime/canonical-json.js';
import type { Choice, ConversationMessage, MessageAction } from '../../schemas/conversations/messages.js';
import { answer, makeDue, needsNoModel } from './advance.js';
import { spokenOffers } from './scene.js';
import { addMessage, change, reopen, type Sitting, save, sit, tell, VISITOR } from './sitting.js';
import { toMessage } from './to-message.js';

/** What a visitor writes, or picks of an offer instead. */
export interface ChatInput {
  /** The browser's own id of it (a UUID): the same one is taken once. */
  turnId: string;
  text: string | null;
  choice: Choice | null;
  /** The page as it is said on (JSON), where that is told; it is no part of what the input means. */
  page?: string | null;
}

/** What became of an input: how it is answered, with what, and whether the chat is over. */
export type Reception =
  | {
      outcome: 'answered' | 'pending' | 'handoff';
      messages: ConversationMessage[];
      done: boolean;
      leadId: string | null;
      /** The conversation, where a model is about to answer it, which takes seconds. */
      thinksIn: string | null;
    }
  | { outcome: 'reused' };

/** What an input means: another one under the same id is no repeat. */
const fingerprintOf = ({ text, choice }: Pick<ChatInput, 'text' | 'choice'>): Buffer =>
  createHash('sha256').update(canonicalJson({ text, choice })).digest();

const outcomeOf = ({ handler, due_at }: Pick<Seat, 'handler' | 'due_at'>) =>
  handler === 'person' ? 'handoff' : due_at === null ? 'answered' : 'pending';

const reception = (seat: Seat, replies: readonly TalkRow[], thinks = false): Reception => ({
  ...{
    outcome: outcomeOf(seat),
    messages: replies.map(toMessage),
    done: seat.status === 'closed',
    leadId: seat.lead_id,
    thinksIn: thinks ? seat.id : null,
  },
});

/** Answers an input that was taken before, as it was answered then; undefined for one that is new. */
export async function answeredBefore(tx: Knex, seat: Seat, input: ChatInput): Promise<Reception | undefined> {
  if (seat.input_seq === null) return undefined;
  const known = await findInput(tx, seat.id, input.turnId);
  if (!known) return undefined;
  if (!known.fingerprint?.equals(fingerprintOf(input))) return { outcome: 'reused' };
  return reception(seat, await listReplies(tx, seat.id, input.turnId));
}

/** Reads how an input was answered that a model was asked about; undefined where its session has left the chat since. */
export async function answeredByModel(
  db: Knex,
  findSeat: () => Promise<Seat | undefined>,
  { conversationId, turnId }: { conversationId: string; turnId: string },
): Promise<Reception | undefined> {
  const [seat, replies] = await Promise.all([findSeat(), listReplies(db, conversationId, turnId)]);
  return seat?.id === conversationId ? reception(seat, replies) : undefined;
}

/**
 * Takes what a visitor wrote, and answers it in the same transaction unless the agent waits for more. An input that was
 * taken before is answered as it was then. While a person has the conversation the agent says nothing.
 */
export async function receiveInput(work: Work, seat: Seat, input: ChatInput): Promise<Reception> {
  const before = await answeredBefore(work.tx, seat, input);
  if (before) return before;
  const sitting = await sit(work, seat, input.text ?? '');
  if (!sitting || sitting.snapshot?.lead.erased_at) return reception({ ...seat, status: 'closed' }, []);
  // The same one was taken by another request, which this one has waited for.
  const taken = sitting.talk.find(({ client_turn_id }) => client_turn_id === input.turnId);
  if (taken)
    return (await answeredBefore(work.tx, { ...sitting.seat, input_seq: taken.seq }, input)) ?? reception(seat, []);
  await take(sitting, input);
  const reply = answersAtOnce(sitting) ? await answer(sitting, 'input') : await makeDue(sitting, false);
  await save(sitting);
  const thinks = sitting.seat.due_at !== null && usesModel(sitting.definition);
  return reception(sitting.seat, reply ? [reply] : [], thinks);
}

/** Whether an input is answered with it: by rules, unless more is waited for; a model is never asked meanwhile. */
const answersAtOnce = (sitting: Sitting): boolean =>
  usesModel(sitting.definition)
    ? needsNoModel(sitting, 'input')
    : debounceOf(sitting.definition.ai, 'chat').afterLastMs === 0;

/** What is shown of an input: its words, or what it picked. */
function shownText(sitting: Sitting, { text, choice }: ChatInput): string {
  if (choice?.type === 'quick_reply') return choice.label;
  if (choice?.type === 'book_meeting') {
    return spokenOffers(sitting).find(({ slotId }) => slotId === choice.slot_id)?.label ?? text ?? '';
  }
  return text ?? '';
}

/** The form that the visitor was shown last. */
function formShown({ talk }: Sitting): Extract<MessageAction, { type: 'form' }> | undefined {
  const shown = talk.flatMap(({ role, actions }) =>
    role === 'bot' ? (fromJson<MessageAction[] | null>(actions) ?? []) : [],
  );
  return shown.findLast((action) => action.type === 'form');
}

/** Takes of a form only what it asked; undefined where that is nothing. */
function asAsked(
  sitting: Sitting,
  given: Extract<Choice, { type: 'form' }>,
): { text: string; choice: Choice } | undefined {
  const asked = formShown(sitting)?.fields ?? [];
  const answers = asked.flatMap(({ key, label }) => {
    const text = Object.hasOwn(given.fields, key) ? given.fields[key] : undefined;
    return text === undefined ? [] : [{ key, label, text: maskPaymentData(text) }];
  });
  if (answers.length === 0) return undefined;
  return {
    text: answers.map(({ label, text }) => `${label}: ${text}`).join('\n'),
    choice: { type: 'form', fields: Object.fromEntries(answers.map(({ key, text }) => [key, text])) },
  };
}

/** What is kept of an input: its words, and what of an offer it picked. What no form asked counts as words. */
function keptOf(sitting: Sitting, input: ChatInput): { text: string; choice: Choice | null } {
  const { choice } = input;
  if (choice?.type !== 'form') return { text: maskPaymentData(shownText(sitting, input)), choice };
  const words = { text: maskPaymentData(Object.values(choice.fields).join('\n')), choice: null };
  return asAsked(sitting, choice) ?? words;
}

/** Stores an input at the end of the conversation, and tells of it. */
async function take(sitting: Sitting, input: ChatInput): Promise<void> {
  const { work, seat } = sitting;
  const { now, tx } = work;
  reopen(sitting, VISITOR);
  const { text, choice } = keptOf(sitting, input);
  const message = addMessage(sitting, {
    ...{ role: 'user', text, client_turn_id: input.turnId },
    choice: choice && JSON.stringify(choice),
    fingerprint: fingerprintOf(input),
  });
  change(sitting, { last_inbound_at: now, ...(input.page ? { page: input.page } : {}) });
  tell(sitting, 'message.received', { message_id: message.id }, VISITOR);
  if (seat.lead_id === null) return;
  const about = { id: seat.lead_id, accountId: seat.account_id };
  await bumpEngagement(tx, about, { counts: ['inbound_count'], lastInboundAt: now, lastChannel: 'chat' });
}
