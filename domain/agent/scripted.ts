import type { AgentField } from '../../schemas/agents/agents.js';
import type { HandoffReason } from '../../schemas/conversations/turns.js';
import { optOutIntent } from '../leads/opt-out.js';
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
import { type CallResult, forRules, type Memory, type Scene, type Step, type ToolCall, type Wish } from './scene.js';
import { composeReply, type Outcome } from './scripted-reply.js';
import { mayUse } from './settings.js';
import { isGoodbye, isNo, isYes, wantsPerson } from './words.js';

/** So many answers that are none to one question call a person. */
const MOST_MISSES = 3;
const MOST_UNANSWERED = 2;
const MOST_SEARCHES = 3;
const MAX_QUERY = 200;

const doneWith = (scene: Scene, tool: ToolCall['tool']): CallResult[] =>
  scene.done.filter(({ call }) => call.tool === tool);
const tools = (...calls: ToolCall[]): Step => ({ kind: 'tools', calls });
const handOver = (reason: HandoffReason): Step => tools({ tool: 'request_human', reason });

/**
 * Returns what comes before everything else, also before a model: whether the lead wants no more, or a person, may be
 * in danger, wants its meeting changed, or someone else wrote.
 */
export function urgent(seen: Scene): Step | undefined {
  const scene = forRules(seen);
  const { inputs, agent } = scene;
  const said = inputs.map(({ text }) => text);
  const last = said.at(-1);
  const isOptOut = scene.channel === 'chat' && last !== undefined && optOutIntent(last) === 'opt_out';
  // With a meeting or with times on offer `cancel` is about those.
  if (isOptOut && scene.offers.length === 0 && !wantsChange(scene)) return tools({ tool: 'opt_out_lead' });
  if (inputs.some(({ verified }) => !verified)) return handOver('not_verified');
  if (said.some(isDangerous)) return handOver('safety');
  if (wantsChange(scene)) return handOver('asked');
  if (asksForPerson(said, agent.handoff.keywords)) return handOver('keyword');
  if (said.some(wantsPerson) || (scene.memory.personOffered && isYes(last ?? ''))) return handOver('asked');
  const { topics = [], negative = true } = agent.handoff.on;
  if (topics.some(({ words = [] }) => asksForPerson(said, words))) return handOver('topic');
  if (negative && said.some(isDiscontented)) return handOver('negative');
  return scene.handOver === null ? undefined : handOver(scene.handOver);
}

/** What of the inputs is done first: values are captured, a chosen slot is booked, questions are looked up. */
function readCalls(scene: Scene): ToolCall[] {
  const slot = chosenSlot(scene);
  const booking: ToolCall[] =
    slot && mayUse(scene.agent.ai, 'book_meeting') ? [{ tool: 'book_meeting', slot_id: slot.slotId }] : [];
  const searches = mayUse(scene.agent.ai, 'search_knowledge') ? forDocuments(scene).slice(0, MOST_SEARCHES) : [];
  return [
    ...(mayUse(scene.agent.ai, 'capture_field') ? capturesIn(scene) : []),
    ...booking,
    ...searches.map((question): ToolCall => ({ tool: 'search_knowledge', query: cut(question, MAX_QUERY) })),
  ];
}

/** What the turn has made of what was said, in the terms of the next turn. */
function remember(scene: Scene, missing: AgentField | undefined): Memory {
  const { memory, inputs } = scene;
  const questions = questionsOf(scene);
  const isOpen = hasOpenQuestion(scene);
  const learned = doneWith(scene, 'capture_field').some(({ refused }) => refused === null);
  const answeredNothing = scene.cause === 'input' && !learned && questions.length === 0;
  const isIdle = isFruitless(scene, answerTo(scene));
  return {
    ...memory,
    offered: isIdle ? memory.offered + 1 : 0,
    asked: missing?.key ?? null,
    misses: answeredNothing && missing !== undefined && missing.key === memory.asked ? memory.misses + 1 : 0,
    unanswered: isOpen ? memory.unanswered + 1 : inputs.length > 0 ? 0 : memory.unanswered,
  };
}

/** What follows once everything is known and there is nothing to book. */
function completion({ agent: { ai } }: Scene): ToolCall[] {
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

/** Whether the lead only says goodbye. */
const takesLeave = ({ inputs, agent }: Scene): boolean =>
  inputs.length > 0 && inputs.every(({ text }) => isGoodbye(text)) && mayUse(agent.ai, 'end_conversation');

/** What to say of a booking that was tried, or of a click that came too late. */
function ofBooking(scene: Scene): Outcome | undefined {
  const [booking] = doneWith(scene, 'book_meeting');
  if (booking) return booking.refused ? 'taken' : 'booked';
  return chosenInVain(scene) === undefined ? undefined : 'gone';
}

/**
 * Decides the next step of an agent without a model: reads what was said by rules, asks for what is missing, offers
 * times once everything is known, and gives the lead to a person where rules end. A pure function of the scene.
 */
export function scripted(seen: Scene): Step {
  const scene = forRules(seen);
  const reply = (outcome: Outcome, missing?: AgentField) =>
    composeReply(scene, outcome, missing, remember(scene, missing));
  if (doneWith(scene, 'request_human').length > 0) return reply('handed_over');
  if (doneWith(scene, 'opt_out_lead').length > 0) return reply('stopped');
  if (doneWith(scene, 'end_conversation').length > 0) return reply('ended');
  if (doneWith(scene, 'schedule_followup').some(({ refused }) => refused === null)) return reply('follow_up');
  if (scene.done.length === 0) {
    const first =
      urgent(scene) ?? (takesLeave(scene) ? tools({ tool: 'end_conversation', reason: 'done' }) : undefined);
    if (first) return first;
    const calls = readCalls(scene);
    if (calls.length > 0) return tools(...calls);
  }
  const missing = missingIn(scene);
  const { misses, unanswered } = remember(scene, missing);
  if (misses >= MOST_MISSES || unanswered >= mostUnanswered(scene)) return handOver('low_confidence');
  return followUpCall(scene) ?? goOn(scene, missing, reply);
}

const mostUnanswered = ({ agent }: Scene): number => agent.handoff.on.low_confidence_turns ?? MOST_UNANSWERED;

/**
 * Says that nothing the agent knows answers what was asked, and offers a person; one takes over where that repeats. Times
 * are known wherever there is a calendar.
 */
export function leave(scene: Scene): Step {
  if (doneWith(scene, 'request_human').length > 0 || asksTimesOnly(scene)) return scripted(scene);
  const memory = remember(scene, undefined);
  const unanswered = scene.memory.unanswered + 1;
  if (unanswered >= mostUnanswered(scene)) return handOver('no_answer');
  // What was asked for before can still be answered.
  return composeReply(scene, 'leaving', undefined, { ...memory, unanswered, asked: scene.memory.asked });
}

function followUpCall(scene: Scene): Step | undefined {
  if (!mayUse(scene.agent.ai, 'schedule_followup') || doneWith(scene, 'schedule_followup').length > 0) return undefined;
  const at = scene.cause === 'input' ? followUpAsked(scene) : undefined;
  return at === undefined ? undefined : tools({ tool: 'schedule_followup', at });
}

type Reply = (outcome: Outcome, missing?: AgentField) => Step;

/** So often in a row times are offered of which none suits, and so often the same ones; then a person is offered. */
const MOST_OFFERS = 2;
const MOST_SAME = 1;

/** Whether the lead had times before it and said nothing of use: neither a choice nor a question, a day or a value. */
function isFruitless(scene: Scene, answer: Answer): boolean {
  const { memory, cause, inputs, offers } = scene;
  if (cause !== 'input' || inputs.length === 0 || (memory.shown.length === 0 && memory.offered === 0)) return false;
  if (answer.kind === 'open') return true;
  if (answer.kind === 'refused') return answer.wish.days === undefined && answer.wish.times === undefined;
  if (answer.kind === 'unsure') return answer.offers.length === offers.length && offers.length > 1;
  const learned = doneWith(scene, 'capture_field').some(({ refused }) => refused === null);
  return answer.kind === 'none' && !learned && questionsOf(scene).length === 0;
}

/** Continues with times that were offered: asks back, offers others, or a person where none seems to suit. */
function answerOffers(scene: Scene, reply: Reply): Step | undefined {
  const { memory, inputs } = scene;
  const answer = answerTo(scene);
  if (isFruitless(scene, answer)) {
    if (memory.personOffered)
      return inputs.some(({ text }) => isNo(text)) ? reply('undecided') : handOver('low_confidence');
    if (memory.offered >= (answer.kind === 'refused' ? MOST_OFFERS : MOST_SAME)) return reply('unsuited');
  }
  if (answer.kind === 'unsure') return reply('confirming');
  if (answer.kind === 'open') return reply('undecided');
  return answer.kind === 'refused' ? offerOthers(scene, answer.wish, reply) : undefined;
}

/** Offers times of the day that was asked for, else others than those that were refused. */
function offerOthers(scene: Scene, { days, times, notDays }: Wish, reply: Reply): Step {
  const found = doneWith(scene, 'get_availability').map(({ offers = [] }) => offers);
  if (found.at(-1)?.length) return reply('others');
  const isWish = days !== undefined || times !== undefined;
  if (found.length === 0 && isWish) {
    return tools({ tool: 'get_availability', wish: { ...(days && { days }), ...(times && { times }) } });
  }
  if (found.length > (isWish ? 1 : 0)) return reply('unsuited');
  const not = [...scene.memory.refused, ...(isWish ? [] : scene.offers.map(({ from }) => from))];
  return tools({ tool: 'get_availability', wish: { ...(notDays && { notDays }), ...(not.length > 0 && { not }) } });
}

/** Goes on with the conversation: asks, offers times, or ends with what follows once everything is known. */
function goOn(scene: Scene, missing: AgentField | undefined, reply: Reply): Step {
  const booking = ofBooking(scene);
  if (booking === 'booked') return reply('booked', missing);
  const onOffers = booking === undefined && offersTimes(scene) ? answerOffers(scene, reply) : undefined;
  if (onOffers) return onOffers;
  if (asksWhen(scene)) return reply('meeting');
  if (scene.agent.ai.knowledge.only && hasOpenQuestion(scene)) return leave(scene);
  if (missing) return reply(booking ?? 'asking', missing);
  const [found] = doneWith(scene, 'get_availability');
  if (found) return found.offers?.length ? reply(booking ?? 'offering') : handOver('no_answer');
  if (offersTimes(scene)) return tools({ tool: 'get_availability' });
  const isOver =
    scene.memory.completed ||
    doneWith(scene, 'set_status').length + doneWith(scene, 'add_tag').length + doneWith(scene, 'send_link').length > 0;
  const calls = isOver ? [] : completion(scene);
  if (calls.length > 0) return tools(...calls);
  const isLeft = hasOpenQuestion(scene) && doneWith(scene, 'send_link').length === 0;
  // Thanks would sound as if nothing had been asked.
  return isLeft ? leave({ ...scene, memory: { ...scene.memory, completed: true } }) : reply('complete');
}
