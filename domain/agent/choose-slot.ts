import { inZone } from '../time/zoned.js';
import { foldWords } from '../values/text.js';
import { type AnswerContext, type Constraint, daysNamed, type Part, readAnswer } from './read-answer.js';
import { NAME_KEYS } from './read-name.js';
import type { Input, Offer, TurnInput, Wish } from './turn-input.js';

/** The meaning of an answer to times on offer. */
export type Answer =
  /** A slot was chosen beyond doubt. */
  | { kind: 'chosen'; offer: Offer }
  /** These may be meant: the lead has to say yes to one of them first. */
  | { kind: 'unsure'; offers: readonly Offer[] }
  /** None of them suits: what would is in the wish, as far as it was said. */
  | { kind: 'refused'; wish: Wish }
  /** It is left open. */
  | { kind: 'open' }
  /** It is about something else. */
  | { kind: 'none' };

/** The part of a turn input that an answer is read from. */
export type OfferInput = Pick<
  TurnInput,
  'inputs' | 'offers' | 'memory' | 'now' | 'zone' | 'language' | 'known' | 'agent'
>;

/** Days are looked for this far ahead. */
const AHEAD_DAYS = 15;
const NONE: Answer = { kind: 'none' };

const namesIn = ({ known, agent, offers }: OfferInput): ReadonlySet<string> =>
  new Set(
    [
      ...NAME_KEYS.map((key) => String(known[key]?.value ?? '')),
      agent.ai.persona.name ?? '',
      ...offers.map((each) => each.hostName),
    ]
      .flatMap((name) => foldWords(name).split(' '))
      .filter((word) => word !== ''),
  );

const answerContext = (turnInput: OfferInput): AnswerContext => ({ ...turnInput, names: namesIn(turnInput) });

const hasMeaning = (parts: readonly Part[], ...what: readonly string[]): boolean =>
  parts.some((part) => what.some((each) => (part.meanings as ReadonlySet<string>).has(each)));

/** The offers that everything fits which was named. */
const offersThatFit = (constraints: readonly Constraint[], { offers, zone }: OfferInput): Offer[] =>
  offers.filter((offer) => {
    const local = inZone(offer.from, zone);
    return constraints.every((constraint) => constraint.some(({ fits }) => fits(local, offer)));
  });

/** The offers that something of each kind fits which was named: one of two days, one of two times. */
function offersThatPartlyFit(constraints: readonly Constraint[], turnInput: OfferInput): Offer[] {
  const kinds = new Set(constraints.map(([first]) => first?.kind));
  return turnInput.offers.filter((offer) =>
    [...kinds].every((kind) =>
      constraints.some(
        (constraint) => constraint[0]?.kind === kind && offersThatFit([constraint], turnInput).includes(offer),
      ),
    ),
  );
}

/** Returns whether a slot is named by its time or its place in the list; a day alone is not enough. */
const isExact = (constraints: readonly Constraint[], offer: Offer, { zone }: OfferInput): boolean =>
  constraints.some((constraint) =>
    constraint.some(({ kind, fits }) => (kind === 'time' || kind === 'place') && fits(inZone(offer.from, zone), offer)),
  );

/** Reads an answer in which every word agrees or adds nothing. */
function readAgreement(parts: readonly Part[], turnInput: OfferInput): Answer | undefined {
  const { memory, offers } = turnInput;
  const constraints = parts.flatMap((part) => part.constraints);
  const yes = hasMeaning(parts, 'yes', 'asks_in_front');
  const proposed = offers.find(({ slotId }) => slotId === memory.proposed);
  if (constraints.length > 0) {
    const [only, another] = offersThatFit(constraints, turnInput);
    if (!only || another) return undefined;
    return isExact(constraints, only, turnInput) || (yes && only === proposed)
      ? { kind: 'chosen', offer: only }
      : undefined;
  }
  if (!yes) return undefined;
  if (proposed) return { kind: 'chosen', offer: proposed };
  const shown = offers.filter(({ slotId }) => memory.shown.includes(slotId));
  return shown.length > 0 ? { kind: 'unsure', offers: shown } : undefined;
}

function wishOf(wanted: readonly Constraint[], refused: readonly Constraint[], turnInput: OfferInput): Wish {
  const context = answerContext(turnInput);
  const days = daysNamed(wanted, context, AHEAD_DAYS);
  const notDays = daysNamed(refused, context, AHEAD_DAYS);
  const times = wanted.flatMap((constraint) =>
    constraint.flatMap(({ kind, ranges = [] }) => (kind === 'hour' ? [] : ranges)),
  );
  return { ...(days && { days }), ...(notDays?.length && { notDays }), ...(times.length > 0 && { times }) };
}

/** Reads what one input says of the times on offer. */
export function readText(text: string, turnInput: OfferInput): Answer {
  const all = readAnswer(text, answerContext(turnInput));
  // A question that names no time asks for something else than a meeting.
  const parts = all.filter(
    (part) =>
      !part.meanings.has('elsewhere') && (!part.asks || part.constraints.length > 0 || part.meanings.has('other')),
  );
  const isUnderstood = all.length > 0 && all.every((part) => part.isUnderstood);
  const choice = isUnderstood ? readAgreement(parts, turnInput) : undefined;
  if (choice) return choice;
  const wanted = parts.filter((part) => !part.meanings.has('no')).flatMap((part) => part.constraints);
  const refused = parts.filter((part) => part.meanings.has('no')).flatMap((part) => part.constraints);
  if (hasMeaning(parts, 'maybe') && !hasMeaning(parts, 'no')) return { kind: 'open' };
  const meant = wanted.length > 0 ? offersThatPartlyFit(wanted, turnInput) : [];
  if (meant.length > 0) return { kind: 'unsure', offers: meant };
  const aboutTimes = wanted.length + refused.length > 0;
  if (aboutTimes || hasMeaning(parts, 'other')) return { kind: 'refused', wish: wishOf(wanted, refused, turnInput) };
  const { memory, offers } = turnInput;
  if (hasMeaning(parts, 'no')) return memory.shown.length > 0 ? { kind: 'refused', wish: {} } : NONE;
  const proposed = offers.filter(({ slotId }) => slotId === memory.proposed);
  return hasMeaning(parts, 'yes', 'no_refusal') && proposed.length > 0 ? { kind: 'unsure', offers: proposed } : NONE;
}

/** Returns whether a text adds nothing: a greeting, thanks. */
const isFiller = (text: string, turnInput: OfferInput): boolean =>
  readAnswer(text, answerContext(turnInput)).every((part) => part.isUnderstood && part.constraints.length === 0);

function clicked({ choice }: Input, { offers }: OfferInput): Offer | undefined {
  return choice?.type === 'book_meeting' ? offers.find(({ slotId }) => slotId === choice.slot_id) : undefined;
}

/**
 * Returns what the lead answers to the times on offer, by the last of what it said: a click, or words that can mean
 * nothing but yes. What isn't completely understood is asked back, so that no refusal, question or doubt books.
 */
export function answerTo(turnInput: OfferInput): Answer {
  if (turnInput.offers.length === 0) return NONE;
  let isInterrupted = false;
  for (const input of turnInput.inputs.toReversed()) {
    if (!input.verified) return NONE;
    const offer = clicked(input, turnInput);
    if (offer) return { kind: 'chosen', offer };
    if (input.choice) continue;
    const answer = readText(input.text, turnInput);
    if (answer.kind === 'chosen' && isInterrupted) return { kind: 'unsure', offers: [answer.offer] };
    if (answer.kind !== 'none') return answer;
    isInterrupted ||= !isFiller(input.text, turnInput);
  }
  return NONE;
}

/**
 * Returns the slot that the lead has chosen of those offered. The gate asks the same before anything is booked, so no
 * agent books without a yes.
 */
export function chosenSlot(turnInput: OfferInput): Offer | undefined {
  const answer = answerTo(turnInput);
  return answer.kind === 'chosen' ? answer.offer : undefined;
}

/** Returns the slot of a click on an offer that has expired, or of a yes to one. */
export const expiredChoice = (turnInput: OfferInput): string | undefined => {
  const last = turnInput.inputs.at(-1);
  const isThere = (id: string) => turnInput.offers.some(({ slotId }) => slotId === id);
  if (last?.choice?.type === 'book_meeting') return isThere(last.choice.slot_id) ? undefined : last.choice.slot_id;
  const { proposed } = turnInput.memory;
  if (!last || last.choice || proposed === null || isThere(proposed)) return undefined;
  const parts = readAnswer(last.text, answerContext(turnInput));
  const agrees =
    parts.every((part) => part.isUnderstood && part.constraints.length === 0) &&
    hasMeaning(parts, 'yes', 'asks_in_front');
  return agrees ? proposed : undefined;
};

/**
 * Returns what an answer of the agent itself puts to the lead: the slots that it names, and the one that a yes takes
 * where it asks about just that.
 */
export function slotsNamedIn(text: string, turnInput: OfferInput): { shown: string[]; proposed: string | null } {
  const parts = readAnswer(text, answerContext(turnInput));
  const timed = parts.flatMap((part) => part.constraints).filter((each) => each.some(({ kind }) => kind === 'time'));
  const days = parts.flatMap((part) => part.constraints).filter((each) => each.every(({ kind }) => kind === 'day'));
  const named = timed.flatMap((constraint) => offersThatFit([constraint], turnInput));
  const shown = [...new Set(named)].filter(
    (offer) => days.length === 0 || days.some((each) => offersThatFit([each], turnInput).includes(offer)),
  );
  const [only, another] = shown;
  const asking = parts.filter((part) => part.asks);
  const isOnly =
    only !== undefined && !another && timed.every((each) => offersThatFit([each], turnInput).includes(only));
  const asksForIt = asking.length > 0 && !hasMeaning(asking, 'no', 'other', 'elsewhere', 'but');
  return { shown: shown.map(({ slotId }) => slotId), proposed: isOnly && asksForIt ? (only?.slotId ?? null) : null };
}
