import type { AgentField } from '../../schemas/agents/agents.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import { mayMeanMeeting, optOutIntent } from '../leads/opt-out.js';
import { asksForPerson } from '../messages/handoff.js';
import { cut } from '../values/text.js';
import { asksWhen, wantsChange } from './about-meeting.js';
import { type Answer, answerTo, chosenInVain, chosenSlot } from './choose-slot.js';
import { isDiscontented } from './discontent.js';
import { followUpAsked } from './follow-up.js';
import { missingIn, offersTimes } from './missing.js';
import { asksTimesOnly, forDocuments, hasOpenQuestion, questionsOf } from './questions.js';
import { capturesIn } from './read-inputs.js';
import { isDangerous } from './safety.js';
import { composeReply, type Outcome } from './scripted-reply.js';
import { mayUse } from './settings.js';
import {
  type CallResult,
  forRules,
  type Memory,
  type Step,
  type ToolCall,
  type TurnInput,
  type Wish,
} from './turn-input.js';
import { isGoodbye, isNo, isYes, wantsPerson } from './words.js';

/** So many answers that are none to one question call a person. */
const MOST_MISSES = 3;
const MOST_UNANSWERED = 2;
const MOST_SEARCHES = 3;
const MAX_QUERY = 200;

const doneWith = (turnInput: TurnInput, tool: ToolCall['tool']): CallResult[] =>
  turnInput.done.filter(({ call }) => call.tool === tool);
const tools = (...calls: ToolCall[]): Step => ({ kind: 'tools', calls });
const handOver = (reason: HandoffReason): Step => tools({ tool: 'request_human', reason });

/**
 * Returns what comes before everything else, also before a model: whether the lead wants no more, or a person, may be
 * in danger, wants its meeting changed, or someone else wrote.
 */
export function urgent(seen: TurnInput): Step | undefined {
  const turnInput = forRules(seen);
  const { inputs, agent } = turnInput;
  const said = inputs.map(({ text }) => text);
  const last = said.at(-1);
  if (turnInput.channel === 'chat' && endsChat(turnInput, said)) return tools({ tool: 'opt_out_lead' });
  if (inputs.some(({ verified }) => !verified)) return handOver('not_verified');
  if (said.some(isDangerous)) return handOver('safety');
  if (wantsChange(turnInput)) return changeMeeting(turnInput);
  if (asksForPerson(said, agent.handoff.keywords)) return handOver('keyword');
  if (said.some(wantsPerson) || (turnInput.memory.personOffered && isYes(last ?? ''))) return handOver('asked');
  const { topics = [], negative = true } = agent.handoff.on;
  if (topics.some(({ words = [] }) => asksForPerson(said, words))) return handOver('topic');
  if (negative && said.some(isDiscontented)) return handOver('negative');
  return turnInput.handOver === null ? undefined : handOver(turnInput.handOver);
}

/** Returns whether a stop word was said; with a meeting or with times on offer, `cancel` is about those. */
const endsChat = ({ hasMeeting, offers }: TurnInput, said: readonly string[]): boolean =>
  said.some((text, at) => {
    if (optOutIntent(text) !== 'opt_out') return false;
    return !mayMeanMeeting(text) || (at === said.length - 1 && !hasMeeting && offers.length === 0);
  });

/** Shows the lead the page on which it changes its meeting; a lead that asks again gets a person. */
function changeMeeting(turnInput: TurnInput): Step {
  if (turnInput.meetingUrl === null || turnInput.memory.linked) return handOver('asked');
  return composeReply(turnInput, 'change', undefined, { ...remember(turnInput, undefined), linked: true });
}

/** Returns the calls for the inputs: captured values, the booking of a selected slot, document searches. */
function readCalls(turnInput: TurnInput): ToolCall[] {
  const slot = chosenSlot(turnInput);
  const booking: ToolCall[] =
    slot && mayUse(turnInput.agent.ai, 'book_meeting') ? [{ tool: 'book_meeting', slot_id: slot.slotId }] : [];
  const searches = mayUse(turnInput.agent.ai, 'search_knowledge')
    ? forDocuments(turnInput).slice(0, MOST_SEARCHES)
    : [];
  return [
    ...(mayUse(turnInput.agent.ai, 'capture_field') ? capturesIn(turnInput) : []),
    ...booking,
    ...searches.map((question): ToolCall => ({ tool: 'search_knowledge', query: cut(question, MAX_QUERY) })),
  ];
}

/** Returns the turn's conclusions in the terms of the next turn. */
function remember(turnInput: TurnInput, missing: AgentField | undefined): Memory {
  const { memory, inputs } = turnInput;
  const questions = questionsOf(turnInput);
  const isOpen = hasOpenQuestion(turnInput);
  const learned = doneWith(turnInput, 'capture_field').some(({ refused }) => refused === null);
  const answeredNothing = turnInput.cause === 'input' && !learned && questions.length === 0;
  const isIdle = isFruitless(turnInput, answerTo(turnInput));
  return {
    ...memory,
    offered: isIdle ? memory.offered + 1 : 0,
    asked: missing?.key ?? null,
    misses: answeredNothing && missing !== undefined && missing.key === memory.asked ? memory.misses + 1 : 0,
    unanswered: isOpen ? memory.unanswered + 1 : inputs.length > 0 ? 0 : memory.unanswered,
  };
}

/** Returns the reply once all fields are known and there is nothing to book. */
function completion({ agent: { ai } }: TurnInput): ToolCall[] {
  const { set_status, add_tag, send_link } = ai.on_complete;
  const [only, another] = ai.links;
  const link = send_link ?? (another === undefined && ai.meeting_type === null ? only?.key : undefined);
  const calls: (ToolCall | undefined)[] = [
    set_status ? { tool: 'set_status', status_key: set_status, reason: 'Everything is known.' } : undefined,
    add_tag ? { tool: 'add_tag', tag: add_tag } : undefined,
    link === undefined ? undefined : { tool: 'send_link', key: link },
  ];
  return calls.filter((call) => call !== undefined).filter(({ tool }) => mayUse(ai, tool));
}

/** Returns whether the lead only says goodbye. */
const takesLeave = ({ inputs, agent }: TurnInput): boolean =>
  inputs.length > 0 && inputs.every(({ text }) => isGoodbye(text)) && mayUse(agent.ai, 'end_conversation');

/** Returns the reply about an attempted booking, or about a click that came too late. */
function ofBooking(turnInput: TurnInput): Outcome | undefined {
  const [booking] = doneWith(turnInput, 'book_meeting');
  if (booking) return booking.refused ? 'taken' : 'booked';
  return chosenInVain(turnInput) === undefined ? undefined : 'gone';
}

/**
 * Decides the next step of an agent without a model: reads what was said by rules, asks for what is missing, offers
 * times once everything is known, and gives the lead to a person where rules end. A pure function of its input.
 */
export function scripted(seen: TurnInput): Step {
  const turnInput = forRules(seen);
  const reply = (outcome: Outcome, missing?: AgentField) =>
    composeReply(turnInput, outcome, missing, remember(turnInput, missing));
  if (doneWith(turnInput, 'request_human').length > 0) return reply('handed_over');
  if (doneWith(turnInput, 'opt_out_lead').length > 0) return reply('stopped');
  if (doneWith(turnInput, 'end_conversation').length > 0) return reply('ended');
  if (doneWith(turnInput, 'schedule_followup').some(({ refused }) => refused === null)) return reply('follow_up');
  if (turnInput.done.length === 0) {
    const first =
      urgent(turnInput) ?? (takesLeave(turnInput) ? tools({ tool: 'end_conversation', reason: 'done' }) : undefined);
    if (first) return first;
    const calls = readCalls(turnInput);
    if (calls.length > 0) return tools(...calls);
  }
  const missing = missingIn(turnInput);
  const { misses, unanswered } = remember(turnInput, missing);
  if (misses >= MOST_MISSES || unanswered >= mostUnanswered(turnInput)) return handOver('low_confidence');
  return followUpCall(turnInput) ?? goOn(turnInput, missing, reply);
}

const mostUnanswered = ({ agent }: TurnInput): number => agent.handoff.on.low_confidence_turns ?? MOST_UNANSWERED;

/**
 * Says that nothing the agent knows answers what was asked, and offers a person; one takes over where that repeats. Times
 * are known wherever there is a calendar.
 */
export function leave(turnInput: TurnInput): Step {
  if (doneWith(turnInput, 'request_human').length > 0 || asksTimesOnly(turnInput)) return scripted(turnInput);
  const memory = remember(turnInput, undefined);
  const unanswered = turnInput.memory.unanswered + 1;
  if (unanswered >= mostUnanswered(turnInput)) return handOver('no_answer');
  // An earlier question can still be answered.
  return composeReply(turnInput, 'leaving', undefined, { ...memory, unanswered, asked: turnInput.memory.asked });
}

function followUpCall(turnInput: TurnInput): Step | undefined {
  if (!mayUse(turnInput.agent.ai, 'schedule_followup') || doneWith(turnInput, 'schedule_followup').length > 0)
    return undefined;
  const at = turnInput.cause === 'input' ? followUpAsked(turnInput) : undefined;
  return at === undefined ? undefined : tools({ tool: 'schedule_followup', at });
}

type Reply = (outcome: Outcome, missing?: AgentField) => Step;

/** So often in a row times are offered of which none suits, and so often the same ones; then a person is offered. */
const MOST_OFFERS = 2;
const MOST_SAME = 1;

/**
 * Returns whether the lead had times before it and said nothing of use: neither a choice nor a question, a day or a
 * value.
 */
function isFruitless(turnInput: TurnInput, answer: Answer): boolean {
  const { memory, cause, inputs, offers } = turnInput;
  if (cause !== 'input' || inputs.length === 0 || (memory.shown.length === 0 && memory.offered === 0)) return false;
  if (answer.kind === 'open') return true;
  if (answer.kind === 'refused') return answer.wish.days === undefined && answer.wish.times === undefined;
  if (answer.kind === 'unsure') return answer.offers.length === offers.length && offers.length > 1;
  const learned = doneWith(turnInput, 'capture_field').some(({ refused }) => refused === null);
  return answer.kind === 'none' && !learned && questionsOf(turnInput).length === 0;
}

/** Continues with times that were offered: asks back, offers others, or a person where none seems to suit. */
function answerOffers(turnInput: TurnInput, reply: Reply): Step | undefined {
  const { memory, inputs } = turnInput;
  const answer = answerTo(turnInput);
  if (isFruitless(turnInput, answer)) {
    if (memory.personOffered)
      return inputs.some(({ text }) => isNo(text)) ? reply('undecided') : handOver('low_confidence');
    if (memory.offered >= (answer.kind === 'refused' ? MOST_OFFERS : MOST_SAME)) return reply('unsuited');
  }
  if (answer.kind === 'unsure') return reply('confirming');
  if (answer.kind === 'open') return reply('undecided');
  return answer.kind === 'refused' ? offerOthers(turnInput, answer.wish, reply) : undefined;
}

/** Offers times of the day that was asked for, else others than those that were refused. */
function offerOthers(turnInput: TurnInput, { days, times, notDays }: Wish, reply: Reply): Step {
  const found = doneWith(turnInput, 'get_availability').map(({ offers = [] }) => offers);
  if (found.at(-1)?.length) return reply('others');
  const isWish = days !== undefined || times !== undefined;
  if (found.length === 0 && isWish) {
    return tools({ tool: 'get_availability', wish: { ...(days && { days }), ...(times && { times }) } });
  }
  if (found.length > (isWish ? 1 : 0)) return reply('unsuited');
  const not = [...turnInput.memory.refused, ...(isWish ? [] : turnInput.offers.map(({ from }) => from))];
  return tools({ tool: 'get_availability', wish: { ...(notDays && { notDays }), ...(not.length > 0 && { not }) } });
}

/** Continues the conversation: asks, offers times, or ends as configured once everything is known. */
function goOn(turnInput: TurnInput, missing: AgentField | undefined, reply: Reply): Step {
  const booking = ofBooking(turnInput);
  if (booking === 'booked') return reply('booked', missing);
  const onOffers = booking === undefined && offersTimes(turnInput) ? answerOffers(turnInput, reply) : undefined;
  if (onOffers) return onOffers;
  if (asksWhen(turnInput)) return reply('meeting');
  if (turnInput.agent.ai.knowledge.only && hasOpenQuestion(turnInput)) return leave(turnInput);
  if (missing) return reply(booking ?? 'asking', missing);
  const [found] = doneWith(turnInput, 'get_availability');
  if (found) return found.offers?.length ? reply(booking ?? 'offering') : handOver('no_answer');
  if (offersTimes(turnInput)) return tools({ tool: 'get_availability' });
  const isOver =
    turnInput.memory.completed ||
    doneWith(turnInput, 'set_status').length +
      doneWith(turnInput, 'add_tag').length +
      doneWith(turnInput, 'send_link').length >
      0;
  const calls = isOver ? [] : completion(turnInput);
  if (calls.length > 0) return tools(...calls);
  const isLeft = hasOpenQuestion(turnInput) && doneWith(turnInput, 'send_link').length === 0;
  // Thanks would sound as if nothing had been asked.
  return isLeft ? leave({ ...turnInput, memory: { ...turnInput.memory, completed: true } }) : reply('complete');
}
