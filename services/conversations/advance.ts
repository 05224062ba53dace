import type { TalkRow } from '../../db/conversations/messages.js';
import { findSeatById } from '../../db/conversations/seats.js';
import { at, type Work } from '../../db/work.js';
import { isLoop } from '../../domain/agent/loops.js';
import type { Cause } from '../../domain/agent/scene.js';
import { urgent } from '../../domain/agent/scripted.js';
import { debounceOf, usesModel } from '../../domain/agent/settings.js';
import { isMachine, silenceOf } from '../../domain/agent/silence.js';
import { actingAt } from '../../domain/flow/cadence.js';
import type { ConversationChannel } from '../../schemas/conversations/messages.js';
import type { Silence } from '../../schemas/conversations/turns.js';
import type { ConsentChannel } from '../../schemas/leads/leads.js';
import type { ConversationPlan, ConversationStep } from '../../workflows/conversation.protocol.js';
import { wakeConversation } from '../instructions/conversations.js';
import { sayPlanned } from './planned.js';
import { opensAt, sceneOf } from './scene.js';
import { change, type Sitting, save, sit } from './sitting.js';
import { beSilent, handOverSilently, takeTurn } from './take-turn.js';

/** Returns why the agent has to be silent as things stand; undefined where it may answer. */
export function silence(sitting: Sitting): Silence | undefined {
  const { seat, definition, run, snapshot } = sitting;
  const channel = seat.channel as ConversationChannel;
  const lead = snapshot?.lead;
  if (lead?.erased_at || lead?.hidden) return 'erased';
  if (channel === 'email' && isMachine(lead?.email)) return 'auto_reply';
  return silenceOf({
    ...{ handler: seat.handler, channel, agent: definition },
    agentWorks: Boolean(seat.agent_is_active) && !seat.agent_paused && seat.account_sending_enabled,
    run: run && { isOpen: run.open_slot === 1, stopReason: run.stop_reason },
    optedOut: channel !== 'chat' && lead?.[`consent_${channel as ConsentChannel}`] === 'opted_out',
    isClosed: opensAt(sitting) !== null,
  });
}

/** Answers what is due, or is silent with a reason. Answers the reply. */
export async function answer(sitting: Sitting, cause: Cause): Promise<TalkRow | undefined> {
  const reason = silence(sitting);
  // Whoever waits in a chat is told that a person has it, and people are told that somebody waits.
  if (reason === 'ai_disabled' && sitting.seat.channel === 'chat' && cause === 'input') {
    await handOverSilently(sitting, 'no_agent');
    return undefined;
  }
  if (reason !== undefined) {
    if (cause === 'input') beSilent(sitting, reason);
    return undefined;
  }
  if (isMachineTalk(sitting)) {
    await handOverSilently(sitting, 'loop');
    return undefined;
  }
  return takeTurn(sitting, cause);
}

/**
 * Tells whether a turn is taken without a model though the agent has one: it may say nothing, or what the lead said is
 * for a person, or ends the conversation.
 */
export const needsNoModel = (sitting: Sitting, cause: Cause): boolean =>
  silence(sitting) !== undefined ||
  isMachineTalk(sitting) ||
  isWindowClosed(sitting) ||
  urgent(sceneOf(sitting, cause)) !== undefined;

const DAY_MS = 86_400_000;
/** Whether WhatsApp takes no free text any more: nothing is thought out that could not be sent. */
const isWindowClosed = ({ seat, work }: Sitting): boolean =>
  seat.channel === 'whatsapp' && work.now.getTime() - (seat.last_inbound_at?.getTime() ?? 0) >= DAY_MS;

const isMachineTalk = ({ seat, talk, work }: Sitting): boolean => seat.channel !== 'chat' && isLoop(talk, work.now);

/** Says when what has just come in is answered: at once, or by the conversation's workflow. */
export async function makeDue(sitting: Sitting, atOnce: boolean): Promise<void> {
  const { work, seat, definition } = sitting;
  const { afterLastMs, afterFirstMs } = debounceOf(definition.ai, seat.channel as ConversationChannel);
  const began = seat.burst_began_at ?? work.now;
  const last = work.now.getTime() + (atOnce ? 0 : afterLastMs);
  const due = new Date(Math.min(last, began.getTime() + afterFirstMs));
  // One that sleeps already looks again when its wait is over.
  const sleeps = seat.due_at !== null && seat.due_at <= due;
  change(sitting, { due_at: due, burst_began_at: began });
  const thinks = usesModel(definition) && due <= work.now;
  if (!sleeps) await wakeConversation(work, seat, 'something came in', { thinks });
}

/**
 * Takes the turn of a conversation that is due, in the caller's transaction, and says when to look again. Whatever it
 * does commits together, so that whoever repeats it finds it done or not begun.
 */
export async function advanceConversation(opened: Work, id: string): Promise<ConversationStep> {
  const seat = await findSeatById(opened.tx, id);
  const soonest = seat && next(seat);
  const work = at(opened, actingAt(soonest ?? null, opened.now));
  const sitting = seat && (await sit(work, seat));
  if (!sitting) return { closed: true };
  const hasSpoken = await sayPlanned(sitting);
  const cause = dueCause(sitting);
  if (cause !== undefined && usesModel(sitting.definition) && !needsNoModel(sitting, cause)) {
    if (hasSpoken) await save(sitting);
    return { closed: false, think: true };
  }
  await answerDue(sitting, cause);
  await save(sitting);
  return stepAfter(sitting.seat);
}

/** Returns what the turn that is due comes of; undefined where none is. */
export function dueCause(sitting: Sitting): Cause | undefined {
  owe(sitting);
  const { seat, talk, work } = sitting;
  const { due_at, follow_up_at, owed, answered_through } = seat;
  if (due_at !== null && due_at <= work.now) {
    if (talk.some(({ role, seq }) => role === 'user' && seq > answered_through)) return 'input';
    if (owed) return 'given_back';
  }
  return follow_up_at !== null && follow_up_at <= work.now ? 'follow_up' : undefined;
}

/** Makes due what nobody has answered, where the agent has just taken over again by itself. */
function owe(sitting: Sitting): void {
  const { seat, definition, unsaved, work } = sitting;
  const isBack = unsaved.changes.handler === 'agent' && seat.due_at === null;
  if (isBack && seat.owed && definition.handoff.answer_unanswered) change(sitting, { due_at: work.now });
}

/** Takes the turn that is due, by rules; what was due is not due any more. */
export async function answerDue(sitting: Sitting, cause: Cause | undefined): Promise<void> {
  const { seat, work } = sitting;
  if (cause === 'follow_up') change(sitting, { follow_up_at: null });
  const wasDue = seat.due_at !== null && seat.due_at <= work.now;
  if (cause !== undefined) await answer(sitting, cause);
  if (wasDue) change(sitting, { due_at: null, burst_began_at: null });
}

/** What says when a conversation is to be looked at again. */
type Waiting = Pick<Sitting['seat'], 'due_at' | 'follow_up_at' | 'handler' | 'planned_at' | 'resume_at'>;

/** Returns when a conversation is to be looked at again. */
export function stepAfter(seat: Waiting): ConversationPlan {
  const then = next(seat);
  if (then === null) return { closed: true };
  const sleepUntil = then.toISOString();
  return { closed: false, plan: { sleepUntil, summary: `wait until ${sleepUntil}`, action: 'take the turn' } };
}

/** Returns the moment at which what is due next counts as on time. */
export const soonestOf = (seat: Waiting): Date | null => next(seat);

const next = ({ due_at, follow_up_at, handler, planned_at = null, resume_at }: Waiting): Date | null => {
  const resumes = handler === 'person' ? resume_at : null;
  const moments = [due_at, follow_up_at, planned_at, resumes].filter((at) => at !== null);
  return moments.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
};
