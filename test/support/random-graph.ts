import { DateTime } from 'luxon';
import type { CalendarOccurrence } from '../../domain/meetings/calendar-busy.js';
import type { GraphEventContent } from './graph-events.js';

/** Zones whose clocks never change, so that each of their times is an instant, by their names at Windows and IANA. */
const ZONES = [
  ['UTC', 'UTC'],
  ['Tokyo Standard Time', 'Asia/Tokyo'],
  ['India Standard Time', 'Asia/Kolkata'],
  ['America/Bogota', 'America/Bogota'],
] as const;

/** Writes the occurrences of an iCalendar object as events of Graph, whole days as such. */
export function graphEventsOf(
  occurrences: readonly CalendarOccurrence[],
  { text, timezone }: { text: string; timezone: string },
): GraphEventContent[] {
  const isAllDay = text.includes('VALUE=DATE:');
  return occurrences.map(({ uid, startsAt, endsAt, busy }, n): GraphEventContent => {
    const [timeZone, iana] = isAllDay ? ['UTC', timezone] : (ZONES[n % ZONES.length] ?? ZONES[0]);
    const write = (at: Date) => ({
      dateTime: DateTime.fromJSDate(at, { zone: iana }).toFormat("yyyy-MM-dd'T'HH:mm:ss"),
      timeZone,
    });
    const asFree = [{ showAs: 'free' }, { isCancelled: true }, { responseStatus: { response: 'declined' } }] as const;
    return { iCalUId: uid, start: write(startsAt), end: write(endsAt), isAllDay, ...(busy ? {} : asFree[n % 3]) };
  });
}
