import type { AgentField } from '../../schemas/agents/agents.js';
import type { MessageAction } from '../../schemas/conversations/messages.js';
import { inZone, iso } from '../time/zoned.js';
import { wantsChange } from './about-meeting.js';
import { answerTo } from './choose-slot.js';
import { formOf } from './form.js';
import { disclosure, type Phrase, phraseIn } from './phrases.js';
import { answersOf, asksTimes, hasOpenQuestion } from './questions.js';
import type { Memory, Offer, Step, TurnInput } from './turn-input.js';

/** The result of a turn that its reply reports. */
export type Outcome =
  | ('asking' | 'offering' | 'taken' | 'gone' | 'booked' | 'complete')
  | ('confirming' | 'undecided' | 'others' | 'unsuited' | 'meeting' | 'change')
  | ('handed_over' | 'stopped' | 'ended' | 'follow_up' | 'leaving');

/** Returns the day and time of an instant, as people of a language say it. */
export const timeInWords = (ms: number, { zone, language }: Pick<TurnInput, 'zone' | 'language'>): string =>
  inZone(ms, zone).setLocale(language).toFormat('cccc d LLLL, HH:mm');

const dayAndTime = (at: string, { zone, language }: TurnInput): string =>
  inZone(Date.parse(at), zone).setLocale(language).toFormat('cccc, HH:mm');

/** Returns how an agent asks for a field in a language. */
export const questionOf = (
  { ask_prompt, ask_prompts, label }: AgentField,
  { language }: Pick<TurnInput, 'language'>,
): string => ask_prompts?.[language] ?? ask_prompt ?? phraseIn(language, 'ask', { label });

const BAD: Partial<Record<AgentField['type'], Phrase>> = {
  email: 'bad_email',
  phone: 'bad_phone',
  number: 'bad_number',
  enum: 'bad_enum',
};

/** Returns the text before a repeated question. */
function repeatedQuestionIntro(field: AgentField, { language, inputs }: TurnInput): string {
  const tried = inputs.some(({ text }) => /[@\p{Nd}]/u.test(text)) || field.type === 'enum';
  const phrase = tried ? BAD[field.type] : undefined;
  return phraseIn(language, phrase ?? 'needed', { options: field.options.join(', ') });
}

function asking(field: AgentField, turnInput: TurnInput, { misses }: Memory): string[] {
  const first =
    misses > 0
      ? [repeatedQuestionIntro(field, turnInput)]
      : asksTimes(turnInput)
        ? [phraseIn(turnInput.language, 'times_first')]
        : [];
  const below = formOf(turnInput) ? [phraseIn(turnInput.language, 'form_below')] : [];
  return [...first, questionOf(field, turnInput), ...below];
}

const zoneName = ({ zone }: Pick<TurnInput, 'zone'>): string => zone.replaceAll('_', ' ');

/** Shows times: a chat below the text, to be clicked. */
function listed(opening: string, offers: readonly Offer[], { channel }: TurnInput): string {
  if (channel === 'chat') return opening.replace(/\s{0,3}:$/, '.');
  return [opening, ...offers.map(({ label }, at) => `${at + 1}. ${label}`)].join('\n');
}

/** Requests a yes to a time, or for one of several. */
function confirming(offers: readonly Offer[], turnInput: TurnInput): string[] {
  const { language } = turnInput;
  const [only, another] = offers;
  if (!only) return [];
  if (!another) return [phraseIn(language, 'confirm', { when: only.label, zone: zoneName(turnInput) })];
  return offering(offers, turnInput, 'which');
}

function offering(offers: readonly Offer[], turnInput: TurnInput, opening: Phrase = 'slots'): string[] {
  const { language } = turnInput;
  return [
    listed(phraseIn(language, opening, { zone: zoneName(turnInput) }), offers, turnInput),
    phraseIn(language, 'pick'),
  ];
}

/** Other times than those that were refused, or those of the day that was asked for. */
function otherTimes(turnInput: TurnInput): string[] {
  const { language, done } = turnInput;
  const [first] = done.filter(({ call }) => call.tool === 'get_availability');
  const isNone = first?.offers?.length === 0;
  const isWished = first?.call.tool === 'get_availability' && first.call.wish?.days !== undefined && !isNone;
  return [
    ...(isNone ? [phraseIn(language, 'none_then')] : []),
    ...offering(offersOf(turnInput), turnInput, isWished ? 'slots' : 'others'),
    ...(isNone || isWished ? [] : [phraseIn(language, 'another_day')]),
  ];
}

/** Returns when the meeting is that the lead has. */
const meetingOf = (turnInput: TurnInput): string[] =>
  turnInput.meetingAt === null
    ? []
    : [
        phraseIn(turnInput.language, 'meeting', {
          when: timeInWords(turnInput.meetingAt, turnInput),
          zone: zoneName(turnInput),
        }),
      ];

/** Names the page on which the lead moves or cancels its meeting. */
export const changePageOf = ({ language, meetingUrl }: Pick<TurnInput, 'language' | 'meetingUrl'>): string[] =>
  meetingUrl === null ? [] : [phraseIn(language, 'change_meeting', { url: meetingUrl })];

const isInDanger = ({ done }: TurnInput): boolean =>
  done.some(({ call }) => call.tool === 'request_human' && call.reason === 'safety');

const offersOf = ({ done }: TurnInput): readonly Offer[] =>
  done.findLast(({ offers }) => offers !== undefined)?.offers ?? [];

/** The link that the turn sends, where it sends one. */
function linkOf({ done, agent: { ai } }: TurnInput): MessageAction | undefined {
  const key = done.flatMap(({ call, refused }) => (call.tool === 'send_link' && !refused ? [call.key] : []))[0];
  const link = ai.links.find((each) => each.key === key);
  return link && { type: 'link', label: link.label, url: link.url };
}

function bookedStart({ done, offers }: TurnInput): number {
  const call = done.findLast((each) => each.call.tool === 'book_meeting')?.call;
  const slot = call?.tool === 'book_meeting' ? offers.find(({ slotId }) => slotId === call.slot_id) : undefined;
  return slot?.from ?? 0;
}

/** The sentences that tell how the turn came out. */
function sentences(turnInput: TurnInput, outcome: Outcome, missing: AgentField | undefined, memory: Memory): string[] {
  const { language, agent, done } = turnInput;
  const ask = missing ? asking(missing, turnInput, memory) : [];
  switch (outcome) {
    case 'asking':
      return ask;
    case 'offering':
      return offering(offersOf(turnInput), turnInput);
    case 'taken':
    case 'gone':
      return [phraseIn(language, outcome), ...(missing ? ask : offering(offersOf(turnInput), turnInput))];
    case 'confirming':
      return confirming(possibleSlots(turnInput), turnInput);
    case 'undecided':
      return [listed(phraseIn(language, 'no_hurry', { zone: zoneName(turnInput) }), turnInput.offers, turnInput)];
    case 'others':
      return otherTimes(turnInput);
    case 'unsuited':
      return [phraseIn(language, 'unsuited'), phraseIn(language, 'offer_time_person')];
    case 'meeting':
    case 'change':
      return [...meetingOf(turnInput), ...changePageOf(turnInput)];
    case 'booked':
      return [phraseIn(language, 'booked', { when: timeInWords(bookedStart(turnInput), turnInput) }), ...ask];
    case 'complete': {
      const link = linkOf(turnInput);
      const thanks = phraseIn(language, turnInput.memory.completed ? 'noted' : 'complete');
      return link?.type === 'link'
        ? [thanks, phraseIn(language, 'link', { label: link.label, url: link.url })]
        : [thanks];
    }
    case 'handed_over':
      return [
        ...(wantsChange(turnInput) ? [...meetingOf(turnInput), phraseIn(language, 'meeting_stays')] : []),
        isInDanger(turnInput) ? phraseIn(language, 'safety') : (agent.handoff.message ?? phraseIn(language, 'handoff')),
      ];
    case 'leaving':
      return [phraseIn(language, 'unanswered'), phraseIn(language, 'offer_person')];
    case 'stopped':
      return [phraseIn(language, 'stopped')];
    case 'ended':
      return [phraseIn(language, 'bye')];
    case 'follow_up': {
      const call = done.findLast((each) => each.call.tool === 'schedule_followup')?.call;
      const at = call?.tool === 'schedule_followup' ? Date.parse(call.at) : 0;
      return [phraseIn(language, 'follow_up', { when: timeInWords(at, turnInput) })];
    }
  }
}

/** The slots that a lead may have meant. */
function possibleSlots(turnInput: TurnInput): readonly Offer[] {
  const answer = answerTo(turnInput);
  return answer.kind === 'unsure' ? answer.offers : [];
}

/** The times that a reply shows. */
function shownIn(turnInput: TurnInput, outcome: Outcome): readonly Offer[] {
  if (outcome === 'confirming') return possibleSlots(turnInput);
  if (outcome === 'undecided') return turnInput.offers;
  return ['offering', 'others', 'taken', 'gone'].includes(outcome) ? offersOf(turnInput) : [];
}

/** Returns the memory of the times in this reply for the next turn. */
function offeredIn(turnInput: TurnInput, outcome: Outcome, missing: AgentField | undefined): Partial<Memory> {
  const shown = missing ? [] : shownIn(turnInput, outcome);
  const [only, another] = shown;
  const refused =
    outcome === 'others' ? [...turnInput.memory.refused, ...turnInput.offers.map(({ from }) => from)] : undefined;
  return {
    shown: shown.map(({ slotId }) => slotId),
    proposed: only && !another && outcome !== 'undecided' ? only.slotId : null,
    ...(refused && { refused: [...new Set(refused)].slice(-MAX_REFUSED) }),
  };
}
/** So many refused times are remembered. */
const MAX_REFUSED = 30;

function actionsOf(turnInput: TurnInput, outcome: Outcome, missing: AgentField | undefined): MessageAction[] {
  const { zone, language } = turnInput;
  if (outcome === 'leaving' || outcome === 'unsuited')
    return [{ type: 'quick_reply', label: phraseIn(language, 'person') }];
  const shown = missing ? [] : shownIn(turnInput, outcome);
  if (shown.length > 0) {
    const slots = shown.map(({ slotId, from, to, label, hostName }) => ({
      slot_id: slotId,
      starts_at: iso(from),
      ends_at: iso(to),
      label,
      host_name: hostName,
    }));
    const until = Math.min(...shown.map((offer) => offer.until));
    return [{ type: 'book_meeting', timezone: zone, slots, expires_at: iso(until) }];
  }
  const form = missing && formOf(turnInput);
  if (form) return [form];
  if (outcome === 'asking' && missing?.type === 'enum') {
    return missing.options.map((label) => ({ type: 'quick_reply', label }));
  }
  const link = outcome === 'complete' ? linkOf(turnInput) : undefined;
  return link ? [link] : [];
}

const FINAL_OUTCOMES: readonly Outcome[] = ['handed_over', 'stopped', 'ended', 'change'];

/** Writes the reply of a turn: what the agent is, what could not be answered, how the turn came out, when people are back. */
export function composeReply(
  turnInput: TurnInput,
  outcome: Outcome,
  missing: AgentField | undefined,
  memory: Memory,
): Step {
  const { language, agent, opensAt } = turnInput;
  const isUnanswered = outcome === 'leaving';
  const unanswered = hasOpenQuestion(turnInput) && !isUnanswered && !FINAL_OUTCOMES.includes(outcome);
  const saysHours = opensAt !== null && (outcome === 'handed_over' || agent.ai.hours?.outside === 'answer_and_say');
  const parts = [
    ...(turnInput.isFirst && agent.ai.disclose_ai ? [disclosure(language, agent.ai.persona)] : []),
    ...(turnInput.cause === 'follow_up' ? [phraseIn(language, 'followed')] : []),
    ...(FINAL_OUTCOMES.includes(outcome) ? [] : answersOf(turnInput)),
    ...(unanswered ? [phraseIn(language, 'unanswered')] : []),
    ...sentences(turnInput, outcome, missing, memory),
    ...(saysHours ? [phraseIn(language, 'opens', { when: dayAndTime(opensAt, turnInput) })] : []),
  ];
  return {
    kind: 'reply',
    text: parts.join('\n\n'),
    actions: actionsOf(turnInput, outcome, missing),
    memory: {
      ...memory,
      ...offeredIn(turnInput, outcome, missing),
      personOffered: isUnanswered || outcome === 'unsuited',
      completed: memory.completed || outcome === 'complete' || outcome === 'booked',
    },
    confidence: unanswered || isUnanswered || memory.misses > 0 ? 0.3 : 1,
  };
}
