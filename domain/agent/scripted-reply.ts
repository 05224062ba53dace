import type { AgentField } from '../../schemas/agents/agents.js';
import type { MessageAction } from '../../schemas/conversations/messages.js';
import { inZone, iso } from '../time/zoned.js';
import { wantsChange } from './about-meeting.js';
import { answerTo } from './choose-slot.js';
import { formOf } from './form.js';
import { disclosure, type Phrase, say } from './phrases.js';
import { answersOf, asksTimes, hasOpenQuestion } from './questions.js';
import type { Memory, Offer, Scene, Step } from './scene.js';

/** What a turn came to, which its reply tells. */
export type Outcome =
  | ('asking' | 'offering' | 'taken' | 'gone' | 'booked' | 'complete')
  | ('confirming' | 'undecided' | 'others' | 'unsuited' | 'meeting')
  | ('handed_over' | 'stopped' | 'ended' | 'follow_up' | 'leaving');

/** Returns the day and time of an instant, as people of a language say it. */
export const spoken = (ms: number, { zone, language }: Pick<Scene, 'zone' | 'language'>): string =>
  inZone(ms, zone).setLocale(language).toFormat('cccc d LLLL, HH:mm');

const dayAndTime = (at: string, { zone, language }: Scene): string =>
  inZone(Date.parse(at), zone).setLocale(language).toFormat('cccc, HH:mm');

/** Returns how an agent asks for a field in a language. */
export const questionOf = (
  { ask_prompt, ask_prompts, label }: AgentField,
  { language }: Pick<Scene, 'language'>,
): string => ask_prompts?.[language] ?? ask_prompt ?? say(language, 'ask', { label });

const BAD: Partial<Record<AgentField['type'], Phrase>> = {
  email: 'bad_email',
  phone: 'bad_phone',
  number: 'bad_number',
  enum: 'bad_enum',
};

/** What the agent says before it asks for the same once more. */
function again(field: AgentField, { language, inputs }: Scene): string {
  const tried = inputs.some(({ text }) => /[@\p{Nd}]/u.test(text)) || field.type === 'enum';
  const phrase = tried ? BAD[field.type] : undefined;
  return say(language, phrase ?? 'needed', { options: field.options.join(', ') });
}

function asking(field: AgentField, scene: Scene, { misses }: Memory): string[] {
  const first = misses > 0 ? [again(field, scene)] : asksTimes(scene) ? [say(scene.language, 'times_first')] : [];
  const below = formOf(scene) ? [say(scene.language, 'form_below')] : [];
  return [...first, questionOf(field, scene), ...below];
}

const zoneName = ({ zone }: Pick<Scene, 'zone'>): string => zone.replaceAll('_', ' ');

/** Shows times: a chat below the text, to be clicked. */
function listed(opening: string, offers: readonly Offer[], { channel }: Scene): string {
  if (channel === 'chat') return opening.replace(/\s{0,3}:$/, '.');
  return [opening, ...offers.map(({ label }, at) => `${at + 1}. ${label}`)].join('\n');
}

/** Asks for a yes to a time, or for one of several. */
function confirming(offers: readonly Offer[], scene: Scene): string[] {
  const { language } = scene;
  const [only, another] = offers;
  if (!only) return [];
  if (!another) return [say(language, 'confirm', { when: only.label, zone: zoneName(scene) })];
  return offering(offers, scene, 'which');
}

function offering(offers: readonly Offer[], scene: Scene, opening: Phrase = 'slots'): string[] {
  const { language } = scene;
  return [listed(say(language, opening, { zone: zoneName(scene) }), offers, scene), say(language, 'pick')];
}

/** Other times than those that were refused, or those of the day that was asked for. */
function others(scene: Scene): string[] {
  const { language, done } = scene;
  const [first] = done.filter(({ call }) => call.tool === 'get_availability');
  const isNone = first?.offers?.length === 0;
  const isWished = first?.call.tool === 'get_availability' && first.call.wish?.days !== undefined && !isNone;
  return [
    ...(isNone ? [say(language, 'none_then')] : []),
    ...offering(offersOf(scene), scene, isWished ? 'slots' : 'others'),
    ...(isNone || isWished ? [] : [say(language, 'another_day')]),
  ];
}

/** Tells when the meeting is that the lead has. */
const meetingOf = (scene: Scene): string[] =>
  scene.meetingAt === null
    ? []
    : [say(scene.language, 'meeting', { when: spoken(scene.meetingAt, scene), zone: zoneName(scene) })];

const isInDanger = ({ done }: Scene): boolean =>
  done.some(({ call }) => call.tool === 'request_human' && call.reason === 'safety');

const offersOf = ({ done }: Scene): readonly Offer[] =>
  done.findLast(({ offers }) => offers !== undefined)?.offers ?? [];

/** The link that the turn sends, where it sends one. */
function linkOf({ done, agent: { ai } }: Scene): MessageAction | undefined {
  const key = done.flatMap(({ call, refused }) => (call.tool === 'send_link' && !refused ? [call.key] : []))[0];
  const link = ai.links.find((each) => each.key === key);
  return link && { type: 'link', label: link.label, url: link.url };
}

function bookedAt({ done, offers }: Scene): number {
  const call = done.findLast((each) => each.call.tool === 'book_meeting')?.call;
  const slot = call?.tool === 'book_meeting' ? offers.find(({ slotId }) => slotId === call.slot_id) : undefined;
  return slot?.from ?? 0;
}

/** The sentences that tell how the turn came out. */
function sentences(scene: Scene, outcome: Outcome, missing: AgentField | undefined, memory: Memory): string[] {
  const { language, agent, done } = scene;
  const ask = missing ? asking(missing, scene, memory) : [];
  switch (outcome) {
    case 'asking':
      return ask;
    case 'offering':
      return offering(offersOf(scene), scene);
    case 'taken':
    case 'gone':
      return [say(language, outcome), ...(missing ? ask : offering(offersOf(scene), scene))];
    case 'confirming':
      return confirming(answered(scene), scene);
    case 'undecided':
      return [listed(say(language, 'no_hurry', { zone: zoneName(scene) }), scene.offers, scene)];
    case 'others':
      return others(scene);
    case 'unsuited':
      return [say(language, 'unsuited'), say(language, 'offer_time_person')];
    case 'meeting':
      return meetingOf(scene);
    case 'booked':
      return [say(language, 'booked', { when: spoken(bookedAt(scene), scene) }), ...ask];
    case 'complete': {
      const link = linkOf(scene);
      const thanks = say(language, scene.memory.completed ? 'noted' : 'complete');
      return link?.type === 'link' ? [thanks, say(language, 'link', { label: link.label, url: link.url })] : [thanks];
    }
    case 'handed_over':
      return [
        ...(wantsChange(scene) ? [...meetingOf(scene), say(language, 'meeting_stays')] : []),
        isInDanger(scene) ? say(language, 'safety') : (agent.handoff.message ?? say(language, 'handoff')),
      ];
    case 'leaving':
      return [say(language, 'unanswered'), say(language, 'offer_person')];
    case 'stopped':
      return [say(language, 'stopped')];
    case 'ended':
      return [say(language, 'bye')];
    case 'follow_up': {
      const call = done.findLast((each) => each.call.tool === 'schedule_followup')?.call;
      const at = call?.tool === 'schedule_followup' ? Date.parse(call.at) : 0;
      return [say(language, 'follow_up', { when: spoken(at, scene) })];
    }
  }
}

/** The slots that a lead may have meant. */
function answered(scene: Scene): readonly Offer[] {
  const answer = answerTo(scene);
  return answer.kind === 'unsure' ? answer.offers : [];
}

/** The times that a reply shows. */
function shownIn(scene: Scene, outcome: Outcome): readonly Offer[] {
  if (outcome === 'confirming') return answered(scene);
  if (outcome === 'undecided') return scene.offers;
  return ['offering', 'others', 'taken', 'gone'].includes(outcome) ? offersOf(scene) : [];
}

/** What the next turn has to know of the times that this reply shows. */
function offeredIn(scene: Scene, outcome: Outcome, missing: AgentField | undefined): Partial<Memory> {
  const shown = missing ? [] : shownIn(scene, outcome);
  const [only, another] = shown;
  const refused = outcome === 'others' ? [...scene.memory.refused, ...scene.offers.map(({ from }) => from)] : undefined;
  return {
    shown: shown.map(({ slotId }) => slotId),
    proposed: only && !another && outcome !== 'undecided' ? only.slotId : null,
    ...(refused && { refused: [...new Set(refused)].slice(-MOST_REFUSED) }),
  };
}
/** So many refused times are remembered. */
const MOST_REFUSED = 30;

function actionsOf(scene: Scene, outcome: Outcome, missing: AgentField | undefined): MessageAction[] {
  const { zone, language } = scene;
  if (outcome === 'leaving' || outcome === 'unsuited') return [{ type: 'quick_reply', label: say(language, 'person') }];
  const shown = missing ? [] : shownIn(scene, outcome);
  if (shown.length > 0) {
    const slots = shown.map(({ slotId, from, to, label, hostName }) => ({
      ...{ slot_id: slotId, starts_at: iso(from), ends_at: iso(to), label, host_name: hostName },
    }));
    const until = Math.min(...shown.map((offer) => offer.until));
    return [{ type: 'book_meeting', timezone: zone, slots, expires_at: iso(until) }];
  }
  const form = missing && formOf(scene);
  if (form) return [form];
  if (outcome === 'asking' && missing?.type === 'enum') {
    return missing.options.map((label) => ({ type: 'quick_reply', label }));
  }
  const link = outcome === 'complete' ? linkOf(scene) : undefined;
  return link ? [link] : [];
}

const ENDS: readonly Outcome[] = ['handed_over', 'stopped', 'ended'];

/** Writes the reply of a turn: what the agent is, what could not be answered, how the turn came out, when people are back. */
export function composeReply(scene: Scene, outcome: Outcome, missing: AgentField | undefined, memory: Memory): Step {
  const { language, agent, opensAt } = scene;
  const isLeft = outcome === 'leaving';
  const unanswered = hasOpenQuestion(scene) && !isLeft && !ENDS.includes(outcome);
  const saysHours = opensAt !== null && (outcome === 'handed_over' || agent.ai.hours?.outside === 'answer_and_say');
  const parts = [
    ...(scene.isFirst && agent.ai.disclose_ai ? [disclosure(language, agent.ai.persona)] : []),
    ...(scene.cause === 'follow_up' ? [say(language, 'followed')] : []),
    ...(ENDS.includes(outcome) ? [] : answersOf(scene)),
    ...(unanswered ? [say(language, 'unanswered')] : []),
    ...sentences(scene, outcome, missing, memory),
    ...(saysHours ? [say(language, 'opens', { when: dayAndTime(opensAt, scene) })] : []),
  ];
  return {
    kind: 'reply',
    text: parts.join('\n\n'),
    actions: actionsOf(scene, outcome, missing),
    memory: {
      ...{ ...memory, ...offeredIn(scene, outcome, missing), personOffered: isLeft || outcome === 'unsuited' },
      completed: memory.completed || outcome === 'complete' || outcome === 'booked',
    },
    confidence: unanswered || isLeft || memory.misses > 0 ? 0.3 : 1,
  };
}
