import type { InboxFolder } from '../../schemas/conversations/inbox.js';

/** The parts of the inbox, in the order in which they are looked at. */
export const FOLDERS = {
  all: 'Open',
  mine: 'Mine',
  unassigned: 'Nobody’s',
  waiting: 'Waiting',
  snoozed: 'Snoozed',
  done: 'Done',
} as const satisfies Record<InboxFolder, string>;

/** What stands in the address of the inbox. */
export interface InboxSearch {
  folder?: InboxFolder;
  channel?: string;
  q?: string;
  /** The entry that is open. */
  entry?: string;
}

const isFolder = (value: unknown): value is InboxFolder => typeof value === 'string' && value in FOLDERS;

/** Takes of an address what the inbox understands. */
export function readInboxSearch(given: Record<string, unknown>): InboxSearch {
  const text = (name: string) => (typeof given[name] === 'string' && given[name] ? { [name]: given[name] } : {});
  return {
    ...(isFolder(given.folder) ? { folder: given.folder } : {}),
    ...text('channel'),
    ...text('q'),
    ...text('entry'),
  };
}

/** Returns which entry stands before or behind one in a list; the first or last of those that there are at an end. */
export function neighbourOf(ids: readonly string[], id: string | undefined, by: 1 | -1): string | undefined {
  const place = id === undefined ? -1 : ids.indexOf(id);
  if (place < 0) return ids[0];
  return ids[Math.min(ids.length - 1, Math.max(0, place + by))];
}

const HOUR = 3_600_000;

/** Until when something can be put off, by the clock of whoever does it. */
export function laterTimes(now: Date): { label: string; at: Date }[] {
  const morning = (days: number) => {
    const at = new Date(now);
    at.setDate(at.getDate() + days);
    at.setHours(9, 0, 0, 0);
    return at;
  };
  return [
    { label: 'In an hour', at: new Date(now.getTime() + HOUR) },
    { label: 'Tomorrow at nine', at: morning(1) },
    { label: 'Monday at nine', at: morning((8 - now.getDay()) % 7 || 7) },
  ];
}
