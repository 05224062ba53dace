import type { DateTime } from 'luxon';
import { DAY_MS, inZone, minuteOfDay } from '../time/zoned.js';
import { MAX_WORDS, type Meaning, meaningsOf } from './booking-words.js';
import { type Clause, clausesOf, READ_CHARS, type Token } from './read-times.js';
import type { Offer, TurnInput } from './turn-input.js';

/** The part of a turn input that determines how an answer is read. */
export type AnswerContext = Pick<TurnInput, 'now' | 'zone' | 'language' | 'offers' | 'memory'> & {
  /** Folded words that add nothing, such as the names of those who talk. */
  names: ReadonlySet<string>;
};

/** One thing that something named in a text may mean. Only a time or a place names a slot; a day is not enough. */
export interface Reading {
  kind: 'time' | 'place' | 'hour' | 'day' | 'part';
  /** Takes the local start, and the offer where there is one. */
  fits(local: DateTime, offer?: Offer): boolean;
  /** Of a time or a part of the day: the minutes since midnight that it means. */
  ranges?: readonly Range[];
}

/** Minutes since midnight, the last one not included. */
interface Range {
  from: number;
  to: number;
}

/** Something that a text names of a slot, in all that it may mean. */
export type Constraint = readonly Reading[];

/** A part of an answer that says one thing. */
export interface Part {
  constraints: Constraint[];
  meanings: Set<Meaning['is']>;
  /** True if every word of it is known to agree or to add nothing. */
  isUnderstood: boolean;
  asks: boolean;
}

const day = (fits: (local: DateTime) => boolean): Reading => ({ kind: 'day', fits });
const within = (kind: 'time' | 'hour' | 'part', ranges: readonly Range[]): Reading => ({
  kind,
  ranges,
  fits: (local) => ranges.some(({ from, to }) => minuteOfDay(local) >= from && minuteOfDay(local) < to),
});
const time = (minutes: readonly number[], kind: 'time' | 'hour' = 'time'): Reading =>
  within(
    kind,
    minutes.map((from) => ({ from, to: from + 1 })),
  );
const date = (token: { day: number; month: number }): Reading =>
  day((local) => local.day === token.day && local.month === token.month);

/** A place in the list that was shown last, or, where that is shorter, among all times on offer: which is asked back. */
function place(at: number | 'last' | 'earliest', { memory: { shown }, offers }: AnswerContext): Reading {
  const listed = shown.length > 1 ? shown : offers.map(({ slotId }) => slotId);
  const isShown = typeof at === 'number' && at < shown.length;
  const slotId = isShown ? shown[at] : at === 'last' ? listed.at(-1) : listed[at === 'earliest' ? 0 : at];
  return {
    kind: isShown ? 'place' : 'day',
    fits: (_local, offer) => slotId !== undefined && offer?.slotId === slotId,
  };
}

/** A number alone is a place in the list, a day of the month or an hour, unless the word before it says which. */
function numbered(value: number, as: string | undefined, context: AnswerContext): Constraint {
  const hours = value <= 24 ? [value * 60, ...(value < 12 ? [(value + 12) * 60] : [])] : [];
  const all: readonly (readonly [as: string, reading: Reading])[] = [
    ['place', place(value - 1, context)],
    ['day', day((local) => local.day === value)],
    ['hour', time(hours, as === 'hour' ? 'time' : 'hour')],
  ];
  return all.filter(([name]) => as === undefined || as === name).map(([, reading]) => reading);
}

/** Smaller numbers in a sentence that isn't understood count something else. */
const SMALLEST_HOUR = 7;

/** Meanings that prevent a clause from being a plain yes. */
const TURNS: readonly Meaning['is'][] = ['no', 'no_refusal', 'other', 'maybe', 'but', 'elsewhere'];

/** Reads the tokens of a clause from left to right, the longest phrase first. */
class ClauseReader {
  readonly parts: Part[] = [];
  private part: Part;
  private as: string | undefined;
  /** Numbers of which no word says what they are. */
  private readonly bare: { value: number; constraint: Constraint }[] = [];
  private lastNumber: { at: number; value: number; constraint: Constraint } | undefined;

  private readonly tokens: readonly Token[];
  private readonly asks: boolean;
  private readonly context: AnswerContext;

  constructor({ tokens, asks }: Clause, context: AnswerContext) {
    this.tokens = tokens;
    this.asks = asks;
    this.context = context;
    this.part = this.open();
  }

  private open(): Part {
    const part: Part = { constraints: [], meanings: new Set(), isUnderstood: true, asks: this.asks };
    this.parts.push(part);
    return part;
  }

  read(): Part[] {
    for (let at = 0; at < this.tokens.length; ) at += this.step(at);
    for (const part of this.parts) {
      const isFirst = part.meanings.has('asks_in_front') && part.constraints.length > 0;
      if (isFirst || TURNS.some((turn) => part.meanings.has(turn)) || part.asks) part.isUnderstood = false;
      // `We are 2` names no time, `around 10` does.
      const counted = this.bare.filter(({ value }) => value < SMALLEST_HOUR).map(({ constraint }) => constraint);
      if (!part.isUnderstood) part.constraints = part.constraints.filter((each) => !counted.includes(each));
    }
    return this.parts;
  }

  private unknown(): void {
    this.part.isUnderstood = false;
  }

  /** Reads what begins at a token; answers how many tokens it takes. */
  private step(at: number): number {
    const token = this.tokens[at] as Token;
    const { constraints, meanings } = this.part;
    if (token.kind === 'word') return this.phrase(at);
    const as = this.as;
    this.as = undefined;
    if (token.kind === 'odd') this.unknown();
    else if (token.kind === 'thumb_down') meanings.add('no');
    else if (token.kind === 'thumb_up') meanings.add('yes');
    else if (token.kind === 'time') constraints.push([time(token.minutes)]);
    else if (token.kind === 'maybe_time') {
      constraints.push([time(token.minutes)]);
      this.unknown();
    } else if (token.kind === 'date') constraints.push([date(token)]);
    else if (token.kind === 'time_or_date') constraints.push([time(token.minutes), date(token)]);
    else if (token.kind === 'number') this.number(at, token.value, as);
    return 1;
  }

  private number(at: number, value: number, as: string | undefined): void {
    if (value > 31) {
      this.unknown();
      return;
    }
    // A leading number means a place in the list that was shown.
    const isListed = at === 0 && value >= 1 && value <= this.context.memory.shown.length;
    const constraint = numbered(value, as ?? (isListed ? 'place' : undefined), this.context);
    this.part.constraints.push(constraint);
    if (as === undefined) this.bare.push({ value, constraint });
    this.lastNumber = { at, value, constraint };
  }

  private phrase(at: number): number {
    const words: string[] = [];
    for (const token of this.tokens.slice(at, at + MAX_WORDS)) {
      if (token.kind !== 'word' && !(token.kind === 'number' && words.length > 0)) break;
      words.push(token.kind === 'word' ? token.word : String(token.value));
    }
    for (let length = words.length; length > 0; length -= 1) {
      const phrase = words.slice(0, length).join(' ');
      const meanings = meaningsOf(phrase);
      if (meanings.length === 0) continue;
      return this.take(at, length, meanings);
    }
    this.as = undefined;
    if (!this.context.names.has(words[0] ?? '')) this.unknown();
    return 1;
  }

  private take(at: number, length: number, meanings: readonly Meaning[]): number {
    const { now, zone } = this.context;
    const named: Reading[] = [];
    this.as = undefined;
    let taken = length;
    if (meanings.some(({ is }) => is === 'but')) {
      this.unknown();
      this.part = this.open();
    }
    for (const meaning of meanings) {
      if (meaning.is === 'asks_in_front' && at > 0) continue;
      this.part.meanings.add(meaning.is);
      if (meaning.is === 'before') this.as = meaning.number;
      else if (meaning.is === 'weekday') named.push(day((local) => local.weekday === meaning.weekday));
      else if (meaning.is === 'ahead') named.push(ahead(now, zone, meaning.days));
      else if (meaning.is === 'place') {
        named.push(place(meaning.place, this.context));
        // A person who takes any of them has named none.
        if (meaning.place === 'earliest') this.unknown();
      } else if (meaning.is === 'time') named.push(time(meaning.minutes));
      else if (meaning.is === 'part') named.push(within('part', [{ from: meaning.from, to: meaning.to }]));
      else if (meaning.is === 'next' || meaning.is === 'next_week') this.unknown();
      else if (meaning.is === 'month') taken = this.month(at, length, meaning.month);
    }
    if (named.length > 0) this.part.constraints.push(named);
    return taken;
  }

  /** Reads a month with the day before or behind it. */
  private month(at: number, length: number, month: number): number {
    const { constraints } = this.part;
    const before = this.lastNumber;
    const next = this.tokens[at + length];
    if (before && at - before.at <= 2 && constraints.includes(before.constraint)) {
      constraints.splice(constraints.indexOf(before.constraint), 1, [date({ day: before.value, month })]);
      return length;
    }
    if (next?.kind === 'number') {
      constraints.push([date({ day: next.value, month })]);
      return length + 1;
    }
    this.unknown();
    return length;
  }
}

function ahead(now: number, zone: string, days: number): Reading {
  const named = inZone(now, zone).plus({ days }).toISODate();
  return day((local) => local.toISODate() === named);
}

/** Narrows the days that a part names to the next week, or names that week. */
function inNextWeek(part: Part, { now, zone }: AnswerContext): void {
  const week = inZone(now, zone).plus({ weeks: 1 });
  const isInIt = (local: DateTime) => local.weekNumber === week.weekNumber && local.weekYear === week.weekYear;
  const isDay = ({ kind }: Reading) => kind === 'day';
  if (!part.constraints.flat().some(isDay)) part.constraints.push([day(isInIt)]);
  part.constraints = part.constraints.map((constraint) =>
    constraint.map((each) =>
      isDay(each) ? { ...each, fits: (local, offer) => isInIt(local) && each.fits(local, offer) } : each,
    ),
  );
}

/** Reads what a text says of the times on offer, part by part. */
export function readAnswer(text: string, context: AnswerContext): Part[] {
  const parts = clausesOf(text, context.language).flatMap((clause) => new ClauseReader(clause, context).read());
  for (const each of parts) if (each.meanings.has('next_week')) inNextWeek(each, context);
  const [first] = parts;
  if (first && text.length > READ_CHARS) first.isUnderstood = false;
  return parts;
}

/** Returns the days that what was named may mean, of the days ahead; undefined where no day was named. */
export function daysNamed(
  constraints: readonly Constraint[],
  { now, zone }: AnswerContext,
  ahead: number,
): string[] | undefined {
  const named = constraints.filter((constraint) => constraint.some(({ kind }) => kind === 'day'));
  if (named.length === 0) return undefined;
  return Array.from({ length: ahead }, (_, days) => inZone(now + days * DAY_MS, zone)).flatMap((local) => {
    const isNamed = named.some((constraint) => constraint.some(({ kind, fits }) => kind === 'day' && fits(local)));
    const iso = local.toISODate();
    return isNamed && iso !== null ? [iso] : [];
  });
}
