import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';

/** Busy times in December 2026, in UTC, such as `02T09:00/02T10:00`. */
export const busyIn = (text: string, timezone = 'UTC', addresses: string[] = ['hanna@example.com']) =>
  readCalendarObject(text, {
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-01-05T00:00:00Z'),
    timezone,
    addresses,
  })
    .occurrences.filter(({ busy }) => busy)
    .map(({ startsAt, endsAt }) => `${startsAt.toISOString().slice(8, 16)}/${endsAt.toISOString().slice(8, 16)}`)
    .sort();

/** A calendar of some lines. */
export const file = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
/** A calendar with one event of some lines. */
export const event = (...lines: string[]) => file('BEGIN:VEVENT', 'UID:one', 'SUMMARY:One', ...lines, 'END:VEVENT');
/** Returns why something of a calendar can’t be read. */
export const problemsOf = (text: string) =>
  readCalendarObject(text, {
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-01-05T00:00:00Z'),
    timezone: 'Europe/Madrid',
  }).problems.map(({ reason }) => reason);
