import type { InboxFolder } from '../../../schemas/conversations/inbox.js';
import * as words from '../../words/en/inbox.js';

/** The parts of the inbox, in the order in which they are looked at. */
export const FOLDERS = {
  all: words.openLabel,
  mine: words.mine,
  unassigned: words.unassigned2,
  waiting: words.waiting2,
  snoozed: words.snoozed2,
  done: words.done,
} as const satisfies Record<InboxFolder, string>;

/** Returns the entry before or after one in a list, or the first or last one at the ends. */
export function adjacentEntry(ids: readonly string[], id: string | undefined, by: 1 | -1): string | undefined {
  const place = id === undefined ? -1 : ids.indexOf(id);
  if (place < 0) return ids[0];
  return ids[Math.min(ids.length - 1, Math.max(0, place + by))];
}

const HOUR = 3_600_000;

/** The times until which an entry can be snoozed, in the time zone of the user. */
export function snoozeTimes(now: Date): { label: string; at: Date }[] {
  const morning = (days: number) => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    at.setHours(9, 0, 0, 0);
    return at;
  };
  return [
    { label: words.in1Hour, at: new Date(now.getTime() + HOUR) },
    { label: words.tomorrowAt900, at: morning(1) },
    { label: words.mondayAt900, at: morning((8 - now.getDay()) % 7 || 7) },
  ];
}
