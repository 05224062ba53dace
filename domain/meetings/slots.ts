import type { ConflictType } from '../../schemas/meetings/slot-refused.js';
import { DAY_MS, dayOf, MINUTE_MS } from '../time/zoned.js';
import {
  type AvailabilityBlock,
  type BlockSpan,
  type Hours,
  hoursOf,
  merge,
  overlaps,
  type Span,
} from './availability.js';

/** A meeting is kept apart from others in pieces of five minutes. */
const CELL_MS = 5 * MINUTE_MS;

/** The settings of a meeting type that determine its slots. */
export interface SlotRules {
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  minimumNoticeMinutes: number;
  maxDaysAhead: number;
  slotIntervalMinutes: number;
  maxPerDay: number | null;
}

/** Something that takes a host's time; buffers come on top of it. */
export interface BusySpan extends Span {
  kind: 'meeting' | 'hold' | 'calendar_busy';
  id: string;
  title: string | null;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  /** Of a meeting or a hold: its type, for daily limits. */
  meetingTypeId: string | null;
  /** Of a hold: when it was made, and until when it lasts. */
  heldAt?: number | undefined;
  expiresAt?: number | undefined;
}

/** All that is known of a host's time around a moment. */
export interface HostSchedule {
  /** False: is not there at any time. */
  isActive?: boolean;
  hostId: string;
  hostName: string;
  timezone: string;
  maxPerDay: number | null;
  blocks: readonly AvailabilityBlock[];
  taken: readonly BusySpan[];
}

export interface SlotConflict extends Span {
  type: ConflictType;
  id?: string;
  title?: string;
}

export interface SlotCheck {
  conflicts: SlotConflict[];
  /** The block the slot lies in; null outside of all. */
  blockId: string | null;
  /** True if the slot lies outside the hours that the host is offered in. */
  outsideHours: boolean;
}

/** The time that a meeting keeps free around itself. */
const withBuffers = (span: Span, before: number, after: number): Span => ({
  from: span.from - before * MINUTE_MS,
  to: span.to + after * MINUTE_MS,
});

const outwards = ({ from, to }: Span): Span => ({
  from: Math.floor(from / CELL_MS) * CELL_MS,
  to: Math.ceil(to / CELL_MS) * CELL_MS,
});

/** Lists the numbers of the cells that a span takes, rounded outwards. */
export function cellsOf(span: Span, before: number, after: number): number[] {
  const { from, to } = outwards(withBuffers(span, before, after));
  return Array.from({ length: (to - from) / CELL_MS }, (_, n) => from / CELL_MS + n);
}

/** Returns the span that an occupied time blocks, in the database's terms. */
const reach = (taken: BusySpan): Span =>
  taken.kind === 'calendar_busy'
    ? taken
    : outwards(withBuffers(taken, taken.bufferBeforeMinutes, taken.bufferAfterMinutes));

/** Returns the slot that begins at an instant, without its buffers. */
export const slotAt = (from: number, rules: Pick<SlotRules, 'durationMinutes'>): Span => ({
  from,
  to: from + rules.durationMinutes * MINUTE_MS,
});

/**
 * Returns a check for many slots that detects conflicts with occupied time. `takenConflicts` lists the conflicts of one
 * slot.
 */
function takenAt(rules: SlotRules, taken: readonly BusySpan[]): (slot: Span) => boolean {
  const reaches = (isBusy: boolean) =>
    merge(taken.filter(({ kind }) => (kind === 'calendar_busy') === isBusy).map(reach));
  const [busy, kept] = [reaches(true), reaches(false)];
  return (slot) => {
    const wanted = withBuffers(slot, rules.bufferBeforeMinutes, rules.bufferAfterMinutes);
    return meetsAny(busy, wanted) || meetsAny(kept, outwards(wanted));
  };
}

/** Returns whether a stretch overlaps one of many that lie apart, earliest first. */
function meetsAny(spans: readonly Span[], span: Span): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle] as Span).to > span.from) high = middle;
    else low = middle + 1;
  }
  return low < spans.length && overlaps(spans[low] as Span, span);
}

/** Lists the conflicts of a slot with occupied time. */
function takenConflicts(slot: Span, rules: SlotRules, taken: readonly BusySpan[]): SlotConflict[] {
  const wanted = withBuffers(slot, rules.bufferBeforeMinutes, rules.bufferAfterMinutes);
  const cells = outwards(wanted);
  return taken
    .filter((other) => overlaps(other.kind === 'calendar_busy' ? wanted : cells, reach(other)))
    .map((other) => ({
      type: other.kind === 'meeting' && !overlaps(slot, other) ? 'buffer' : other.kind,
      id: other.id,
      ...(other.title === null ? {} : { title: other.title }),
      from: other.from,
      to: other.to,
    }));
}

/**
 * Returns the number of a host's meetings on the day of an instant, of all types or of one. Held slots count, because
 * they may become meetings.
 */
function countOnDay(schedule: HostSchedule, at: number, meetingTypeId?: string): number {
  const day = dayOf(at, schedule.timezone);
  return schedule.taken.filter(
    (taken) =>
      taken.kind !== 'calendar_busy' &&
      (meetingTypeId === undefined || taken.meetingTypeId === meetingTypeId) &&
      dayOf(taken.from, schedule.timezone) === day,
  ).length;
}

const isReached = (limit: number | null, count: () => number): boolean => limit !== null && count() >= limit;

const isFull = (schedule: HostSchedule, at: number, rules: SlotRules, meetingTypeId: string): boolean =>
  isReached(schedule.maxPerDay, () => countOnDay(schedule, at)) ||
  isReached(rules.maxPerDay, () => countOnDay(schedule, at, meetingTypeId));

const inside = (slot: Span, open: readonly Span[]): boolean =>
  open.some((span) => slot.from >= span.from && slot.to <= span.to);

const blockAt = (open: readonly BlockSpan[], at: number): string | null =>
  open.find((span) => at >= span.from && at < span.to)?.blockId ?? null;

export interface Wanted {
  start: number;
  rules: SlotRules;
  meetingTypeId: string;
  now: number;
  /** Hours and time off don't count. */
  allowOutside?: boolean;
}

type Bookable = Pick<Wanted, 'now' | 'rules'>;

/** Returns the first beginning that the notice allows. */
export const bookableFrom = ({ now, rules }: Bookable): number => now + rules.minimumNoticeMinutes * MINUTE_MS;
/** Returns the last beginning that `maxDaysAhead` allows. */
export const bookableUntil = ({ now, rules }: Bookable): number => now + rules.maxDaysAhead * DAY_MS;

/** Lists all conflicts of a slot with a host. No conflict means that it can be booked. */
export function checkSlot(schedule: HostSchedule, wanted: Wanted): SlotCheck {
  const { start, rules, meetingTypeId } = wanted;
  const slot = slotAt(start, rules);
  const hours = hoursOf(schedule.blocks, schedule.timezone, slot);
  const off = hours.off.filter((span) => overlaps(slot, span));
  const outside = !inside(slot, merge(hours.open));
  const tooSoon = start < bookableFrom(wanted);
  const tooFar = start > bookableUntil(wanted);
  const conflicts: SlotConflict[] = takenConflicts(slot, rules, schedule.taken);
  if (!wanted.allowOutside) {
    conflicts.push(
      ...off.map(({ blockId, from, to }) => ({ type: 'availability_block' as const, id: blockId ?? '', from, to })),
    );
    if (outside && hours.set && off.length === 0) conflicts.push({ type: 'outside_hours', ...slot });
  }
  if (tooFar) conflicts.push({ type: 'outside_hours', ...slot });
  if (tooSoon) conflicts.push({ type: 'minimum_notice', ...slot });
  if (isFull(schedule, start, rules, meetingTypeId)) conflicts.push({ type: 'daily_limit', ...slot });
  if (schedule.isActive === false) conflicts.push({ type: 'outside_hours', ...slot });
  return { conflicts, blockId: blockAt(hours.open, start), outsideHours: outside || off.length > 0 };
}

/**
 * Lists the conflicts of a slot for the owner of a hold. A hold on this slot doesn't conflict with it, and its notice
 * period is counted from the time of the hold.
 */
export function checkHeldSlot(
  schedule: HostSchedule,
  wanted: Wanted,
  holdId: string,
): { check: SlotCheck; isHeld: boolean } {
  const hold = schedule.taken.find(
    ({ kind, id, from, meetingTypeId }) =>
      kind === 'hold' && id === holdId && from === wanted.start && meetingTypeId === wanted.meetingTypeId,
  );
  if (!hold) return { check: checkSlot(schedule, wanted), isHeld: false };
  const others = { ...schedule, taken: schedule.taken.filter((taken) => taken !== hold) };
  return { check: checkSlot(others, { ...wanted, now: hold.heldAt ?? wanted.now }), isHeld: true };
}

export interface FreeSlot extends Span {
  blockId: string | null;
}

/**
 * Lists a host's free slots that begin within a range, earliest first. Each is one that `checkSlot` has nothing
 * against.
 */
export function freeSlots(
  schedule: HostSchedule,
  range: Span,
  wanted: Omit<Wanted, 'start' | 'allowOutside'>,
): FreeSlot[] {
  const { rules, meetingTypeId } = wanted;
  const earliest = Math.max(range.from, bookableFrom(wanted));
  const latest = Math.min(range.to, bookableUntil(wanted) + 1);
  if (earliest >= latest) return [];
  const reachMs = (rules.durationMinutes + 1) * MINUTE_MS;
  const hours: Hours = hoursOf(schedule.blocks, schedule.timezone, { from: earliest, to: latest + reachMs });
  const open = merge(hours.open);
  const step = rules.slotIntervalMinutes * MINUTE_MS;
  const full = new Map<string, boolean>();
  const isFullAt = (at: number): boolean => {
    if (schedule.maxPerDay === null && rules.maxPerDay === null) return false;
    const day = dayOf(at, schedule.timezone);
    const known = full.get(day) ?? isFull(schedule, at, rules, meetingTypeId);
    full.set(day, known);
    return known;
  };
  const isTaken = takenAt(rules, schedule.taken);
  const found = new Map<number, FreeSlot>();
  for (const span of hours.open) {
    const skipped = Math.max(0, Math.ceil((earliest - span.from) / step));
    for (let from = span.from + skipped * step; from < Math.min(span.to, latest); from += step) {
      const slot = slotAt(from, rules);
      if (found.has(from) || !inside(slot, open) || hours.off.some((off) => overlaps(slot, off))) continue;
      if (isTaken(slot) || isFullAt(from)) continue;
      found.set(from, { ...slot, blockId: span.blockId });
    }
  }
  return [...found.values()].sort((a, b) => a.from - b.from);
}

export type RefusalCode = 'SLOT_CONFLICT' | 'MINIMUM_NOTICE' | 'OUTSIDE_AVAILABILITY' | 'HOST_DAILY_LIMIT';

const CODE_OF: Record<ConflictType, RefusalCode> = {
  meeting: 'SLOT_CONFLICT',
  calendar_busy: 'SLOT_CONFLICT',
  hold: 'SLOT_CONFLICT',
  buffer: 'SLOT_CONFLICT',
  minimum_notice: 'MINIMUM_NOTICE',
  availability_block: 'OUTSIDE_AVAILABILITY',
  outside_hours: 'OUTSIDE_AVAILABILITY',
  daily_limit: 'HOST_DAILY_LIMIT',
};
const ORDER: RefusalCode[] = ['SLOT_CONFLICT', 'OUTSIDE_AVAILABILITY', 'MINIMUM_NOTICE', 'HOST_DAILY_LIMIT'];

/** Returns the code under which conflicts are answered: what takes the slot comes first. */
export const refusalOf = (conflicts: readonly SlotConflict[]): RefusalCode =>
  ORDER.find((code) => conflicts.some(({ type }) => CODE_OF[type] === code)) ?? 'SLOT_CONFLICT';
