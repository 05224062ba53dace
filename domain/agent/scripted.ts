import type { AgentField } from '../../schemas/agents/agents.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import { mayMeanMeeting, optOutIntent } from '../leads/opt-out.js';
import { asksForPerson } from '../messages/handoff.js';
import { cut } from '../values/text.js';
import { asksWhen, wantsChange } from './about-meeting.js';
import { type Answer, answerTo, chosenSlot, expiredChoice } from './choose-slot.js';
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
const MAX_MISSES = 3;
const MAX_UNANSWERED = 2;
const MAX_SEARCHES = 3;
const MAX_QUERY = 200;

const resultsOf = (turnInput: TurnInput, tool: ToolCall['tool']): CallResult[] =>
  turnInput.done.filter(({ call }) => call.tool === tool);
const tools = (...calls: ToolCall[]): Step => ({ kind: 'tools', calls });
const handOver = (reason: HandoffReason): Step => tools({ tool: 'request_human', reason });

/**
 * Returns what comes before everything else, also before a model: whether the lead wants no more, or a person, may be
 * in danger, wants its meeting changed, or someone else wrote.
 */
export function urgentStep(fullInput: TurnInput): Step | undefined {
  const turnInput = forRules(fullInput);
  const { inputs, agent } = turnInput;
  const texts = inputs.map(({ text }) => text);
  const last = texts.at(-1);
  if (turnInput.channel === 'chat' && endsChat(turnInput, texts)) return tools({ tool: 'opt_out_lead' });
  if (inputs.some(({ verified }) => !verified)) return handOver('not_verified');
  if (texts.some(isDangerous)) return handOver('safety');
  if (wantsChange(turnInput)) return changeMeeting(turnInput);
  if (asksForPerson(texts, agent.handoff.keywords)) return handOver('keyword');
  if (texts.some(wantsPerson) || (turnInput.memory.personOffered && isYes(last ?? ''))) return handOver('asked');
  const { topics = [], negative = true } = agent.handoff.on;
  if (topics.some(({ words = [] }) => asksForPerson(texts, words))) return handOver('topic');
  if (negative && texts.some(isDiscontented)) return handOver('negative');
  return turnInput.handOver === null ? undefined : handOver(turnInput.handOver);
}

/** Returns whether a stop word was said; with a meeting or with times on offer, `cancel` is about those. */
const endsChat = ({ hasMeeting, offers }: TurnInput, texts: readonly string[]): boolean =>
  texts.some((text, at) => {
    if (optOutIntent(text) !== 'opt_out') return false;
    return !mayMeanMeeting(text) || (at === texts.length - 1 && !hasMeeting && offers.length === 0);
  });

/** Shows the lead the page on which it changes its meeting; a lead that asks again gets a person. */
function changeMeeting(turnInput: TurnInput): Step {
  if (turnInput.meetingUrl === null || turnInput.memory.linked) return handOver('asked');
  return composeReply(turnInput, 'change', undefined, { ...nextMemory(turnInput, undefined), linked: true });
}

/** Returns the calls for the inputs: captured values, the booking of a selected slot, document searches. */
function readCalls(turnInput: TurnInput): ToolCall[] {
  const slot = chosenSlot(turnInput);
  const booking: ToolCall[] =
    slot && mayUse(turnInput.agent.ai, 'book_meeting') ? [{ tool: 'book_meeting', slot_id: slot.slotId }] : [];
  const searches = mayUse(turnInput.agent.ai, 'search_knowledge') ? forDocuments(turnInput).slice(0, MAX_SEARCHES) : [];
  return [
    ...(mayUse(turnInput.agent.ai, 'capture_field') ? capturesIn(turnInput) : []),
    ...booking,
    ...searches.map((question): ToolCall => ({ tool: 'search_knowledge', query: cut(question, MAX_QUERY) })),
  ];
}

/** Returns the turn's conclusions in the terms of the next turn. */
function nextMemory(turnInput: TurnInput, missing: AgentField | undefined): Memory {
  const { memory, inputs } = turnInput;
  const questions = questionsOf(turnInput);
  const isOpen = hasOpenQuestion(turnInput);
  const learned = resultsOf(turnInput, 'capture_field').some(({ refused }) => refused === null);
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
function completionCalls({ agent: { ai } }: TurnInput): ToolCall[] {
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
const isFarewell = ({ inputs, agent }: TurnInput): boolean =>
  inputs.length > 0 && inputs.every(({ text }) => isGoodbye(text)) && mayUse(agent.ai, 'end_conversation');

/** Returns the reply about an attempted booking, or about a click that came too late. */
function bookingOutcome(turnInput: TurnInput): Outcome | undefined {
  const [booking] = resultsOf(turnInput, 'book_meeting');
  if (booking) return booking.refused ? 'taken' : 'booked';
  return expiredChoice(turnInput) === undefined ? undefined : 'gone';
}

/**
 * Decides the next step of an agent without a model: reads what was said by rules, asks for what is missing, offers
 * times once everything is known, and gives the lead to a person where rules end. A pure function of its input.
 */
export function scriptedStep(fullInput: TurnInput): Step {
  const turnInput = forRules(fullInput);
  const reply = (outcome: Outcome, missing?: AgentField) =>
    composeReply(turnInput, outcome, missing, nextMemory(turnInput, missing));
  if (resultsOf(turnInput, 'request_human').length > 0) return reply('handed_over');
  if (resultsOf(turnInput, 'opt_out_lead').length > 0) return reply('stopped');
  if (resultsOf(turnInput, 'end_conversation').length > 0) return reply('ended');
  if (resultsOf(turnInput, 'schedule_followup').some(({ refused }) => refused === null)) return reply('follow_up');
  if (turnInput.done.length === 0) {
    const first =
      urgentStep(turnInput) ??
      (isFarewell(turnInput) ? tools({ tool: 'end_conversation', reason: 'done' }) : undefined);
    if (first) return first;
    const calls = readCalls(turnInput);
    if (calls.length > 0) return tools(...calls);
  }
  const missing = missingIn(turnInput);
  const { misses, unanswered } = nextMemory(turnInput, missing);
  if (misses >= MAX_MISSES || unanswered >= maxUnanswered(turnInput)) return handOver('low_confidence');
  return followUpCall(turnInput) ?? continueConversation(turnInput, missing, reply);
}

const maxUnanswered = ({ agent }: TurnInput): number => agent.handoff.on.low_confidence_turns ?? MAX_UNANSWERED;

/**
 * Says that nothing the agent knows answers what was asked, and offers a person; one takes over where that repeats. Times
 * are known wherever there is a calendar.
 */
export function replyWithoutAnswer(turnInput: TurnInput): Step {
  if (resultsOf(turnInput, 'request_human').length > 0 || asksTimesOnly(turnInput)) return scriptedStep(turnInput);
  const memory = nextMemory(turnInput, undefined);
  const unanswered = turnInput.memory.unanswered + 1;
  if (unanswered >= maxUnanswered(turnInput)) return handOver('no_answer');
  // An earlier question can still be answered.
  return composeReply(turnInput, 'leaving', undefined, { ...memory, unanswered, asked: turnInput.memory.asked });
}

function followUpCall(turnInput: TurnInput): Step | undefined {
  if (!mayUse(turnInput.agent.ai, 'schedule_followup') || resultsOf(turnInput, 'schedule_followup').length > 0)
    return undefined;
  const at = turnInput.cause === 'input' ? followUpAsked(turnInput) : undefined;
  return at === undefined ? undefined : tools({ tool: 'schedule_followup', at });
}

type Reply = (outcome: Outcome, missing?: AgentField) => Step;

/** So often in a row times are offered of which none suits, and so often the same ones; then a person is offered. */
const MAX_OFFERS = 2;
const MAX_REPEATED_OFFERS = 1;

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
  const learned = resultsOf(turnInput, 'capture_field').some(({ refused }) => refused === null);
  return answer.kind === 'none' && !learned && questionsOf(turnInput).length === 0;
}

/** Continues with times that were offered: asks back, offers others, or a person where none seems to suit. */
function answerOffers(turnInput: TurnInput, reply: Reply): Step | undefined {
  const { memory, inputs } = turnInput;
  const answer = answerTo(turnInput);
  if (isFruitless(turnInput, answer)) {
    if (memory.personOffered)
      return inputs.some(({ text }) => isNo(text)) ? reply('undecided') : handOver('low_confidence');
    if (memory.offered >= (answer.kind === 'refused' ? MAX_OFFERS : MAX_REPEATED_OFFERS)) return reply('unsuited');
  }
  if (answer.kind === 'unsure') return reply('confirming');
  if (answer.kind === 'open') return reply('undecided');
  return answer.kind === 'refused' ? offerOtherTimes(turnInput, answer.wish, reply) : undefined;
}

/** Offers times of the day that was asked for, else others than those that were refused. */
function offerOtherTimes(turnInput: TurnInput, { days, times, notDays }: Wish, reply: Reply): Step {
  const found = resultsOf(turnInput, 'get_availability').map(({ offers = [] }) => offers);
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
function continueConversation(turnInput: TurnInput, missing: AgentField | undefined, reply: Reply): Step {
  const booking = bookingOutcome(turnInput);
  if (booking === 'booked') return reply('booked', missing);
  const aboutOffers = booking === undefined && offersTimes(turnInput) ? answerOffers(turnInput, reply) : undefined;
  if (aboutOffers) return aboutOffers;
  if (asksWhen(turnInput)) return reply('meeting');
  if (turnInput.agent.ai.knowledge.only && hasOpenQuestion(turnInput)) return replyWithoutAnswer(turnInput);
  if (missing) return reply(booking ?? 'asking', missing);
  const [found] = resultsOf(turnInput, 'get_availability');
  if (found) return found.offers?.length ? reply(booking ?? 'offering') : handOver('no_answer');
  if (offersTimes(turnInput)) return tools({ tool: 'get_availability' });
  const isOver =
    turnInput.memory.completed ||
    resultsOf(turnInput, 'set_status').length +
      resultsOf(turnInput, 'add_tag').length +
      resultsOf(turnInput, 'send_link').length >
      0;
  const calls = isOver ? [] : completionCalls(turnInput);
  if (calls.length > 0) return tools(...calls);
  const isLeft = hasOpenQuestion(turnInput) && resultsOf(turnInput, 'send_link').length === 0;
  // Thanks would sound as if nothing had been asked.
  return isLeft
    ? replyWithoutAnswer({ ...turnInput, memory: { ...turnInput.memory, completed: true } })
    : reply('complete');
}
