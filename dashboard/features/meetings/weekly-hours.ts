import type { AvailabilityBlock } from '../../../schemas/meetings/availability-blocks.js';
import { shiftDay } from '../../components/time/days.js';
import { clockText, DAY_MINUTES } from '../../components/time/wall-clock.js';
import * as words from '../../words/en/meetings.js';

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** A span of a day, in minutes of the clock on the wall; hours that pass midnight are one on each of two days. */
export interface Span {
  from: number;
  to: number;
}
/** The spans of each day from Monday on: apart from each other, the earliest first. */
export type Week = readonly (readonly Span[])[];

/** The cells of a stroke: days by number from Monday (0), each with the same times. */
export interface Stroke extends Span {
  firstDay: number;
  lastDay: number;
}

type Block = Pick<
  AvailabilityBlock,
  'id' | 'kind' | 'weekdays' | 'starts' | 'ends' | 'timezone' | 'valid_from' | 'valid_to'
>;

/** The hours of a host who set none, as the service offers them. */
export const DEFAULT_WEEK: Week = WEEKDAYS.map((_, day) => (day < 5 ? [{ from: 540, to: 1_020 }] : []));

const minutesOf = (clock: string | null): number => {
  const [hours = 0, minutes = 0] = (clock ?? '').split(':').map(Number);
  return hours * 60 + minutes;
};

/** Puts together what overlaps or touches. */
function joined(spans: readonly Span[]): Span[] {
  const apart: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = apart.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else apart.push({ from, to });
  }
  return apart;
}

const without = (spans: readonly Span[], { from, to }: Span): Span[] =>
  spans.flatMap((span) =>
    [
      { from: span.from, to: Math.min(span.to, from) },
      { from: Math.max(span.from, to), to: span.to },
    ].filter((left) => left.to > left.from),
  );

const isSame = (one: readonly Span[] = [], other: readonly Span[] = []): boolean =>
  one.length === other.length && one.every(({ from, to }, at) => from === other[at]?.from && to === other[at]?.to);

/** Returns whether two weeks have the same hours. */
export const isSameWeek = (one: Week, other: Week): boolean => WEEKDAYS.every((_, day) => isSame(one[day], other[day]));

/** Returns whether a block comes back each week on the host's own clock, so that a week can show it. */
export const isWeekly = ({ kind, timezone, valid_from, valid_to }: Block, zone: string): boolean =>
  kind === 'weekly' && timezone === zone && valid_from === null && valid_to === null;

const spanOf = ({ starts, ends }: Pick<Block, 'starts' | 'ends'>): Span => ({
  from: minutesOf(starts),
  to: minutesOf(ends),
});

/** The hours that blocks of each week come to. */
export const weekOfBlocks = (blocks: readonly Block[]): Week =>
  WEEKDAYS.map((day) => joined(blocks.filter(({ weekdays }) => weekdays.includes(day)).map(spanOf)));

/** Adds what a stroke goes over to the hours, or takes it out. */
export const applyStroke = (week: Week, stroke: Stroke, open: boolean): Week =>
  week.map((spans, day) => {
    if (day < stroke.firstDay || day > stroke.lastDay) return spans;
    const { from, to } = stroke;
    return open ? joined([...spans, { from, to }]) : without(spans, stroke);
  });

/** Returns how much of a cell is open. Times typed to the minute may open a part. */
export function openIn(spans: readonly Span[] = [], { from, to }: Span): 'open' | 'partly' | 'closed' {
  const covered = spans.reduce((sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)), 0);
  return covered === 0 ? 'closed' : covered === to - from ? 'open' : 'partly';
}

/** Merges another user's concurrent changes on days that weren't painted here. */
export const merged = (base: Week, mine: Week, stored: Week): Week =>
  mine.map((spans, day) => (isSame(spans, base[day]) ? (stored[day] ?? []) : spans));

/** The weekly hours of a block. */
export interface Hours {
  weekdays: Weekday[];
  starts: string;
  ends: string;
}
export interface Changes {
  create: Hours[];
  update: { id: string; hours: Hours }[];
  remove: string[];
}

/**
 * Returns what makes blocks come to a week. Blocks of days that stay as they are stay, since meetings are offered from
 * where each begins; what is left over is used again for what is new.
 */
export function changesTo(blocks: readonly Block[], week: Week): Changes {
  const before = weekOfBlocks(blocks);
  const kept = new Map<string, Set<Weekday>>(blocks.map(({ id }) => [id, new Set()]));
  const wanted = new Map<string, Weekday[]>();
  WEEKDAYS.forEach((day, at) => {
    const own = blocks.filter(({ weekdays }) => weekdays.includes(day));
    if (isSame(before[at], week[at])) {
      for (const { id } of own) kept.get(id)?.add(day);
      return;
    }
    for (const { from, to } of week[at] ?? []) {
      const same = own.find((block) => spanOf(block).from === from && spanOf(block).to === to);
      const name = `${clockText(from)}-${clockText(to)}`;
      if (same) kept.get(same.id)?.add(day);
      else wanted.set(name, [...(wanted.get(name) ?? []), day]);
    }
  });
  const daysOf = (id: string) => WEEKDAYS.filter((day) => kept.get(id)?.has(day));
  const hours = new Map(
    blocks.map(({ id, starts, ends }) => [id, { weekdays: daysOf(id), starts: starts ?? '', ends: ends ?? '' }]),
  );
  const create: Hours[] = [];
  for (const [name, days] of wanted) {
    const [starts = '', ends = ''] = name.split('-');
    const all = [...hours];
    const like = all.find(([, known]) => known.starts === starts && known.ends === ends);
    const free = like ?? all.find(([, { weekdays }]) => weekdays.length === 0);
    const more = {
      starts,
      ends,
      weekdays: WEEKDAYS.filter((day) => days.includes(day) || free?.[1].weekdays.includes(day)),
    };
    if (free) hours.set(free[0], more);
    else create.push(more);
  }
  const isChanged = ({ weekdays, starts, ends }: Block, to: Hours) =>
    to.starts !== starts ||
    to.ends !== ends ||
    to.weekdays.length !== weekdays.length ||
    !to.weekdays.every((day) => weekdays.includes(day));
  return {
    create,
    update: blocks.flatMap((block) => {
      const to = hours.get(block.id);
      return to && to.weekdays.length > 0 && isChanged(block, to) ? [{ id: block.id, hours: to }] : [];
    }),
    remove: blocks.filter(({ id }) => hours.get(id)?.weekdays.length === 0).map(({ id }) => id),
  };
}

/** Says the hours of a day: `09:00 to 12:00, 13:00 to 17:00`. */
export const inWords = (spans: readonly Span[] = []): string =>
  spans.length === 0
    ? words.closed2
    : spans.map(({ from, to }) => words.to5(clockText(from), clockText(to))).join(', ');

/** So far ahead what is said for single days is shown. */
const AHEAD_DAYS = 365;

export interface Note {
  id: string;
  kind: 'date_override' | 'time_off';
  /** The first of its days from today on that is this day of the week; undefined where it comes back each week. */
  day: string | undefined;
  times: string;
}

/** Returns the exceptions from weekly hours, by weekday from Monday, the next first. */
export function notesOf(blocks: readonly Block[], today: string): Note[][] {
  const notes = WEEKDAYS.map((): Note[] => []);
  for (const { id, kind, weekdays, starts, ends, valid_from, valid_to } of blocks) {
    if (kind === 'weekly') continue;
    const times = starts ? `${starts}–${ends ?? ''}` : '';
    const last = valid_to ?? (weekdays.length > 0 ? undefined : valid_from) ?? shiftDay(today, AHEAD_DAYS);
    const first = valid_from && valid_from > today ? valid_from : today;
    for (let n = 0, day = first; n < 7 && day <= last; n += 1, day = shiftDay(day, 1)) {
      const at = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
      const comesBack = weekdays.length > 0;
      if (comesBack && !(weekdays as string[]).includes(WEEKDAYS[at] ?? '')) continue;
      notes[at]?.push({ id, kind, day: comesBack ? undefined : day, times });
    }
  }
  return notes.map((each) => each.toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? '')));
}

/** The minutes that cells begin at, from the first hour on that is shown to the last. */
export const cellsOf = (first: number, last: number, step: number): number[] =>
  Array.from({ length: (Math.min(last, DAY_MINUTES) - first) / step }, (_, n) => first + n * step);
