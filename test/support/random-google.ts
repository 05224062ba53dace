import { DateTime } from 'luxon';
import type { CalendarOccurrence } from '../../domain/meetings/calendar-busy.js';
import type { GoogleEvent } from '../../domain/meetings/google-events.js';

const ZONES = ['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Australia/Sydney'] as const;

/** Writes the occurrences of an iCalendar object as Google expands them: times with their offset, whole days as dates. */
export function googleEventsOf(
  occurrences: readonly CalendarOccurrence[],
  { text, timezone }: { text: string; timezone: string },
): (GoogleEvent & { id: string })[] {
  const isAllDay = text.includes('VALUE=DATE:');
  return occurrences.map(({ uid, startsAt, endsAt, busy }, n) => {
    const timeZone = ZONES[n % ZONES.length] ?? ZONES[0];
    const write = (at: Date) => {
      const local = DateTime.fromJSDate(at, { zone: isAllDay ? timezone : timeZone });
      if (isAllDay) return { date: local.toFormat('yyyy-MM-dd') };
      return { dateTime: local.toISO({ suppressMilliseconds: true }) ?? '', timeZone };
    };
    const asFree = [
      { transparency: 'transparent' },
      { status: 'cancelled' },
      { attendees: [{ self: true, responseStatus: 'declined' }] },
    ] as const;
    const free = asFree[n % asFree.length] ?? asFree[0];
    const start = write(startsAt);
    return {
      id: `${uid}${n}`,
      iCalUID: uid,
      start,
      end: write(endsAt),
      ...(busy ? {} : (free as Partial<GoogleEvent>)),
    };
  });
}
