import type { Weekday } from '../../schemas/cadence/cadence.js';
import { addDays, dayOf, instantOf, minuteOf, WEEKDAYS, weekdayOf } from '../time/zoned.js';

/** A stretch of time, ms since 1970, its end not included. */
export interface Span {
  from: number;
  to: number;
}

/** The time when a host can be met, or can't; as stored. */
export interface AvailabilityBlock {
  id: string;
  kind: 'weekly' | 'date_override' | 'time_off';
  weekdays: readonly Weekday[];
  /** `HH:MM`; null is the beginning, or the end, of the day. */
  starts: string | null;
  ends: string | null;
  timezone: string;
  /** First and last day, `YYYY-MM-DD`. */
  validFrom: string | null;
  validTo: string | null;
}

/** A stretch of time and the block it comes from; null for the hours of a host who set none. */
export interface BlockSpan extends Span {
  blockId: string | null;
}

/** A host's hours within a range. */
export interface Hours {
  /** By block, earliest first, time off not yet taken out. Slots are counted from where each begins. */
  open: BlockSpan[];
  off: BlockSpan[];
  /** True if the host set hours at all; one who didn't is offered on working days, and can be met at any time. */
  set: boolean;
}

/** The hours of a host without any of their own. */
const USUAL = { weekdays: WEEKDAYS.slice(0, 5), starts: '09:00', ends: '17:00' };

/** The last day of a block; weekly hours, and time off that comes back, have none unless they name it. */
const lastDay = ({ kind, validFrom, validTo }: AvailabilityBlock): string | null =>
  validTo ?? (kind === 'date_override' ? validFrom : null);

function covers(block: AvailabilityBlock, day: string): boolean {
  const last = lastDay(block);
  return (block.validFrom === null || day >= block.validFrom) && (last === null || day <= last);
}

const onDay = (weekdays: readonly Weekday[], day: string): boolean =>
  weekdays.includes(WEEKDAYS[weekdayOf(day)] as Weekday);

/** The instants between two times of a day. */
function spanOfDay(day: string, starts: string | null, ends: string | null, zone: string): Span {
  const last = ends === null || ends === '24:00';
  return {
    from: instantOf(day, minuteOf(starts ?? '00:00'), zone),
    to: last ? instantOf(addDays(day, 1), 0, zone) : instantOf(day, minuteOf(ends), zone),
  };
}

/** The days that touch a range in a zone. */
function daysOf({ from, to }: Span, zone: string): string[] {
  const days: string[] = [];
  const last = dayOf(to, zone);
  for (let day = dayOf(from, zone); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/**
 * Returns the hours of a host within a range: weekly blocks, on days that a `date_override` covers its times instead
 * (none closes the day), and time off. What counts is what the clock of each block's zone shows on that day.
 */
export function hoursOf(blocks: readonly AvailabilityBlock[], hostZone: string, range: Span): Hours {
  const weekly = blocks.filter(({ kind }) => kind === 'weekly');
  const overrides = blocks.filter(({ kind }) => kind === 'date_override');
  const off = blocks.filter(({ kind }) => kind === 'time_off').flatMap((block) => offSpans(block, range));
  const set = weekly.length > 0 || overrides.length > 0;
  const open: BlockSpan[] = [];
  const add = (block: { id: string | null; starts: string | null; ends: string | null }, day: string, zone: string) => {
    const span = spanOfDay(day, block.starts, block.ends, zone);
    if (span.to > span.from && span.to > range.from && span.from < range.to) open.push({ ...span, blockId: block.id });
  };
  for (const block of weekly) {
    for (const day of daysOf(range, block.timezone)) {
      if (!onDay(block.weekdays, day) || !covers(block, day)) continue;
      if (!overrides.some((override) => covers(override, day))) add(block, day, block.timezone);
    }
  }
  for (const block of overrides) {
    if (block.starts === null) continue;
    for (const day of daysOf(range, block.timezone)) if (covers(block, day)) add(block, day, block.timezone);
  }
  if (!set) {
    for (const day of daysOf(range, hostZone)) {
      if (onDay(USUAL.weekdays, day)) add({ id: null, ...USUAL }, day, hostZone);
    }
  }
  return { open: open.sort((a, b) => a.from - b.from || a.to - b.to), off, set };
}

/** Time off: the days from first to last as one stretch, or, with weekdays, the same hours of each such day. */
function offSpans(block: AvailabilityBlock, range: Span): BlockSpan[] {
  const touches = (span: Span) => span.to > range.from && span.from < range.to;
  if (block.weekdays.length === 0 && block.validFrom !== null) {
    const first = spanOfDay(block.validFrom, block.starts, null, block.timezone);
    const last = spanOfDay(block.validTo ?? block.validFrom, null, block.ends, block.timezone);
    const span = { from: first.from, to: last.to };
    return touches(span) ? [{ ...span, blockId: block.id }] : [];
  }
  return daysOf(range, block.timezone)
    .filter((day) => onDay(block.weekdays, day) && covers(block, day))
    .map((day) => ({ ...spanOfDay(day, block.starts, block.ends, block.timezone), blockId: block.id }))
    .filter(touches);
}

/** Puts spans together that touch or overlap; earliest first. */
export function merge(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ from: span.from, to: span.to });
  }
  return merged;
}

/** Returns hours with time off taken out of them, earliest first. */
export const withoutOff = ({ open, off }: Hours): BlockSpan[] => {
  const gone = merge(off);
  return open.flatMap((span) => {
    const left: BlockSpan[] = [];
    let { from } = span;
    for (const part of gone.filter((other) => overlaps(span, other))) {
      if (part.from > from) left.push({ ...span, from, to: part.from });
      from = Math.max(from, part.to);
    }
    return from < span.to ? [...left, { ...span, from }] : left;
  });
};

/** Returns whether two spans have time in common; one may begin where the other ends. */
export const overlaps = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;
