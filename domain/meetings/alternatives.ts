import { DAY_MS } from '../zoned.js';
import { checkSlot, freeSlots, type HostSchedule, slotAt, type Wanted } from './slots.js';

const SAME_HOST = 3;
const IN_ALL = 6;
const HOUR_MS = 3_600_000;
/** How much less another host counts than the one that was asked for. */
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

/** How far around the wanted time slots are looked for, nearest ring first. */
export const SEARCH_DAYS = { before: 7, after: 14 } as const;

const scoreOf = (apart: number): number => Math.round((1000 * 24) / (24 + apart / HOUR_MS)) / 1000;

/** The free slots of the same host that lie nearest to the wanted time, nearest first. */
export function nearestSlots(schedule: HostSchedule, wanted: Wanted): Alternative[] {
  const found: Alternative[] = [];
  for (const [before, after] of [
    [1, 1],
    [SEARCH_DAYS.before, SEARCH_DAYS.after],
  ] as const) {
    const range = { from: wanted.start - before * DAY_MS, to: wanted.start + after * DAY_MS };
    found.length = 0;
    for (const slot of freeSlots(schedule, range, wanted)) {
      const apart = Math.abs(slot.from - wanted.start);
      found.push({ ...slot, hostId: schedule.hostId, hostName: schedule.hostName, score: scoreOf(apart) });
    }
    if (found.length >= SAME_HOST) break;
  }
  return found.sort((a, b) => b.score - a.score || a.from - b.from).slice(0, SAME_HOST);
}

/** Up to six slots that are free: the nearest with the same host, then the same time with others. */
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
