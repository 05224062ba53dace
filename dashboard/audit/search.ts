import { shiftDay } from '../meetings/days.js';
import { momentOf } from '../meetings/wall-clock.js';

const PLAIN = ['actor', 'operation', 'resource_type', 'resource'] as const;
const DAYS = ['from', 'to'] as const;

/** What the address of the log says: the API's own filters; `from` and `to` as days, both of them whole. */
export type AuditSearch = Partial<Record<(typeof PLAIN | typeof DAYS)[number], string>>;

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Takes of an address what the log understands. */
export const readAuditSearch = (given: Record<string, unknown>): AuditSearch =>
  Object.fromEntries(
    [...PLAIN, ...DAYS].flatMap((name) => {
      const value = given[name];
      if (typeof value !== 'string' || value === '') return [];
      return (DAYS as readonly string[]).includes(name) && !isDay(value) ? [] : [[name, value]];
    }),
  );

/** Returns what the API is asked with: days become moments on the clock of a zone. */
export function queryOf({ from, to, ...plain }: AuditSearch, zone: string): Record<string, string> {
  const midnight = (day: string) => momentOf({ day, minutes: 0 }, zone);
  return {
    ...plain,
    ...(from ? { from: midnight(from) } : {}),
    ...(to ? { to: midnight(shiftDay(to, 1)) } : {}),
  };
}
