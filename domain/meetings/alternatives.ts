import { DAY_MS } from '../time/zoned.js';
import type { Span } from './availability.js';
import {
  bookableFrom,
  bookableUntil,
  checkSlot,
  type FreeSlot,
  freeSlots,
  type HostSchedule,
  slotAt,
  type Wanted,
} from './slots.js';

const SAME_HOST = 3;
const IN_ALL = 6;
const HOUR_MS = 3_600_000;
/** The factor by which another host counts less than the requested one. */
const OTHER_HOST = 0.9;

export interface Alternative {
  hostId: string;
  hostName: string;
  blockId: string | null;
  from: number;
  to: number;
  /** 1 for the very time with the very host, less the further away. */
  score: number;
}

/** The range around a time in which slots are searched, nearest first. */
const SEARCH_DAYS = { before: 7, after: 14 } as const;

/** Around what slots are looked for: the wanted time, or the nearest to it that can be booked at all. */
const centreOf = (wanted: Wanted): number =>
  Math.max(bookableFrom(wanted), Math.min(wanted.start, bookableUntil(wanted)));

/** Returns all the time that alternatives can lie in. */
export function searchRange(wanted: Wanted): Span {
  const centre = centreOf(wanted);
  return { from: centre - SEARCH_DAYS.before * DAY_MS, to: centre + SEARCH_DAYS.after * DAY_MS };
}

const scoreOf = (apart: number): number => Math.round((1000 * 24) / (24 + apart / HOUR_MS)) / 1000;

/** Lists the free slots of the same host that lie nearest to the wanted time, nearest first. */
export function nearestSlots(schedule: HostSchedule, wanted: Wanted): Alternative[] {
  const centre = centreOf(wanted);
  const apart = (slot: FreeSlot): number => Math.abs(slot.from - wanted.start);
  const near = freeSlots(schedule, { from: centre - DAY_MS, to: centre + DAY_MS }, wanted);
  const found = near.length >= SAME_HOST ? near : freeSlots(schedule, searchRange(wanted), wanted);
  return found
    .sort((a, b) => apart(a) - apart(b) || a.from - b.from)
    .slice(0, SAME_HOST)
    .map((slot) => ({
      ...slot,
      hostId: schedule.hostId,
      hostName: schedule.hostName,
      score: scoreOf(apart(slot)),
    }));
}

/** Lists up to six slots that are free: the nearest with the same host, then the same time with others. */
export function alternativesTo(
  wanted: Wanted,
  schedule: HostSchedule | undefined,
  others: readonly HostSchedule[],
): Alternative[] {
  const same = schedule ? nearestSlots(schedule, wanted) : [];
  const sameTime = others.flatMap((other) => {
    const check = checkSlot(other, { ...wanted, allowOutside: false });
    if (check.conflicts.length > 0 || check.outsideHours) return [];
    const slot = slotAt(wanted.start, wanted.rules);
    return [{ ...slot, hostId: other.hostId, hostName: other.hostName, blockId: check.blockId, score: OTHER_HOST }];
  });
  return [...same, ...sameTime.slice(0, IN_ALL - same.length)];
}
