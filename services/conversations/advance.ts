import type { TranscriptRow } from '../../db/conversations/messages.js';
import { findConversationWithAgentById } from '../../db/conversations/with-agent.js';
import { at, type Work } from '../../db/work.js';
import { isLoop } from '../../domain/agent/loops.js';
import { urgentStep } from '../../domain/agent/scripted.js';
import { debounceOf, usesModel } from '../../domain/agent/settings.js';
import { isMachine, silenceOf } from '../../domain/agent/silence.js';
import type { Cause } from '../../domain/agent/turn-input.js';
import { actingAt } from '../../domain/flow/cadence.js';
import type { ConversationChannel } from '../../schemas/conversations/messages.js';
import type { Silence } from '../../schemas/conversations/turns.js';
import type { ConsentChannel } from '../../schemas/leads/leads.js';
import type { ConversationPlan, ConversationStep } from '../../workflows/conversation.protocol.js';
import { wakeConversation } from '../instructions/conversations.js';
import { sendPlanned } from './planned.js';
import { type ConversationSession, change, openSession, save } from './session.js';
import { endWithoutReply, handOffWithoutReply, takeTurn } from './take-turn.js';
import { opensAt, turnInputOf } from './turn-input.js';

/** Returns why the agent has to be silent as things stand; undefined where it may answer. */
export function silence(session: ConversationSession): Silence | undefined {
  const { conversation, definition, run, snapshot } = session;
  const channel = conversation.channel as ConversationChannel;
  const lead = snapshot?.lead;
  if (lead?.erased_at || lead?.hidden) return 'erased';
  if (channel === 'email' && isMachine(lead?.email)) return 'auto_reply';
  return silenceOf({
    handler: conversation.handler,
    channel,
    agent: definition,
    agentWorks:
      Boolean(conversation.agent_is_active) && !conversation.agent_paused && conversation.account_sending_enabled,
    run: run && { isOpen: run.open_slot === 1, stopReason: run.stop_reason },
    optedOut: channel !== 'chat' && lead?.[`consent_${channel as ConsentChannel}`] === 'opted_out',
    isClosed: opensAt(session) !== null,
  });
}

/** Replies to what is due, or stays silent with a reason. Returns the reply. */
export async function answer(session: ConversationSession, cause: Cause): Promise<TranscriptRow | undefined> {
  const reason = silence(session);
  // The visitor in a chat sees that a person has it, and the team is notified that the visitor is waiting.
  if (reason === 'ai_disabled' && session.conversation.channel === 'chat' && cause === 'input') {
    await handOffWithoutReply(session, 'no_agent');
    return undefined;
  }
  if (reason !== undefined) {
    if (cause === 'input') endWithoutReply(session, reason);
    return undefined;
  }
  if (isWrittenByMachine(session)) {
    await handOffWithoutReply(session, 'loop');
    return undefined;
  }
  return takeTurn(session, cause);
}

/**
 * Returns whether a turn is taken without a model though the agent has one: it may say nothing, or what the lead said
 * is for a person, or ends the conversation.
 */
export const needsNoModel = (session: ConversationSession, cause: Cause): boolean =>
  silence(session) !== undefined ||
  isWrittenByMachine(session) ||
  isWindowClosed(session) ||
  urgentStep(turnInputOf(session, cause)) !== undefined;

const DAY_MS = 86_400_000;
/** Returns whether WhatsApp takes no free text any more: nothing is thought out that could not be sent. */
const isWindowClosed = ({ conversation, work }: ConversationSession): boolean =>
  conversation.channel === 'whatsapp' && work.now.getTime() - (conversation.last_inbound_at?.getTime() ?? 0) >= DAY_MS;

const isWrittenByMachine = ({ conversation, transcript, work }: ConversationSession): boolean =>
  conversation.channel !== 'chat' && isLoop(transcript, work.now);

/** Describes when what has just come in is answered: at once, or by the conversation's workflow. */
export async function makeDue(session: ConversationSession, atOnce: boolean): Promise<void> {
  const { work, conversation, definition } = session;
  const { afterLastMs, afterFirstMs } = debounceOf(definition.ai, conversation.channel as ConversationChannel);
  const began = conversation.burst_began_at ?? work.now;
  const last = work.now.getTime() + (atOnce ? 0 : afterLastMs);
  const due = new Date(Math.min(last, began.getTime() + afterFirstMs));
  // One that sleeps already looks again when its wait is over.
  const sleeps = conversation.due_at !== null && conversation.due_at <= due;
  change(session, { due_at: due, burst_began_at: began });
  const thinks = usesModel(definition) && due <= work.now;
  if (!sleeps) await wakeConversation(work, conversation, 'new input', { thinks });
}

/**
 * Takes the due turn of a conversation in the caller's transaction, and returns when to check again. All its effects
 * commit together, so a repetition finds the turn done or not started.
 */
export async function advanceConversation(opened: Work, id: string): Promise<ConversationStep> {
  const conversation = await findConversationWithAgentById(opened.tx, id);
  const soonest = conversation && next(conversation);
  const work = at(opened, actingAt(soonest ?? null, opened.now));
  const session = conversation && (await openSession(work, conversation));
  if (!session) return { closed: true };
  const hasReplied = await sendPlanned(session);
  const cause = dueCause(session);
  if (cause !== undefined && usesModel(session.definition) && !needsNoModel(session, cause)) {
    if (hasReplied) await save(session);
    return { closed: false, think: true };
  }
  await answerDue(session, cause);
  await save(session);
  return stepAfter(session.conversation);
}

/** Returns what the turn that is due comes of; undefined where none is. */
export function dueCause(session: ConversationSession): Cause | undefined {
  owe(session);
  const { conversation, transcript, work } = session;
  const { due_at, follow_up_at, owed: needsReply, answered_through } = conversation;
  if (due_at !== null && due_at <= work.now) {
    if (transcript.some(({ role, seq }) => role === 'user' && seq > answered_through)) return 'input';
    if (needsReply) return 'given_back';
  }
  return follow_up_at !== null && follow_up_at <= work.now ? 'follow_up' : undefined;
}

/** Makes unanswered messages due after the agent has automatically taken over again. */
function owe(session: ConversationSession): void {
  const { conversation, definition, unsaved, work } = session;
  const isBack = unsaved.changes.handler === 'agent' && conversation.due_at === null;
  if (isBack && conversation.owed && definition.handoff.answer_unanswered) change(session, { due_at: work.now });
}

/** Takes the turn that is due, by rules; what was due is not due any more. */
export async function answerDue(session: ConversationSession, cause: Cause | undefined): Promise<void> {
  const { conversation, work } = session;
  if (cause === 'follow_up') change(session, { follow_up_at: null });
  const wasDue = conversation.due_at !== null && conversation.due_at <= work.now;
  if (cause !== undefined) await answer(session, cause);
  if (wasDue) change(session, { due_at: null, burst_began_at: null });
}

/** The columns that decide when a conversation is checked again. */
type Waiting = Pick<
  ConversationSession['conversation'],
  'due_at' | 'follow_up_at' | 'handler' | 'planned_at' | 'resume_at'
>;

/** Returns when a conversation is to be looked at again. */
export function stepAfter(conversation: Waiting): ConversationPlan {
  const then = next(conversation);
  if (then === null) return { closed: true };
  const sleepUntil = then.toISOString();
  return { closed: false, plan: { sleepUntil, summary: `wait until ${sleepUntil}`, action: 'take the turn' } };
}

/** Returns the moment at which what is due next counts as on time. */
export const soonestOf = (conversation: Waiting): Date | null => next(conversation);

const next = ({ due_at, follow_up_at, handler, planned_at = null, resume_at }: Waiting): Date | null => {
  const resumes = handler === 'person' ? resume_at : null;
  const moments = [due_at, follow_up_at, planned_at, resumes].filter((at) => at !== null);
  return moments.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
};
