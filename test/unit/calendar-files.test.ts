import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';

const FOLDER = path.resolve(import.meta.dirname, '../support/calendars');

/** Busy times in December 2026, in UTC, such as `02T09:00/02T10:00`. */
const busyIn = (text: string, timezone = 'UTC', addresses: string[] = ['hanna@example.com']) =>
  readCalendarObject(text, {
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-01-05T00:00:00Z'),
    timezone,
    addresses,
  })
    .occurrences.filter(({ busy }) => busy)
    .map(({ startsAt, endsAt }) => `${startsAt.toISOString().slice(8, 16)}/${endsAt.toISOString().slice(8, 16)}`)
    .sort();

describe('a calendar file of another program', () => {
  it.each([
    ['declined', 'Europe/Madrid', []],
    ['declined-one-of-series', 'Europe/Madrid', ['01T09:00/01T09:30', '03T09:00/03T09:30']],
    ['ms-busystatus-free', 'UTC', []],
    ['win-tzid-no-vtimezone', 'Europe/Madrid', ['02T09:00/02T10:00']],
    ['mozilla-tzid', 'UTC', ['02T08:00/02T08:30']],
    ['kerio-tz-list', 'UTC', ['02T09:00/02T10:00']],
    ['google-until-date', 'Europe/Oslo', ['01T17:00/01T18:00', '02T17:00/02T18:00', '03T17:00/03T18:00']],
    ['until-utc-east-no-vtimezone', 'Asia/Tokyo', ['01T01:00/01T02:00', '02T01:00/02T02:00', '03T01:00/03T02:00']],
    ['exdate-utc-no-vtimezone', 'America/Chicago', ['02T01:00/02T03:00', '04T01:00/04T03:00']],
    ['rdate-period', 'UTC', ['01T09:00/01T10:00', '03T09:00/03T12:00', '04T09:00/04T09:30']],
    ['allday-dtend-equal', 'America/Los_Angeles', ['02T08:00/03T08:00']],
    ['bom', 'UTC', ['02T09:00/02T10:00']],
  ])('blocks the times that its program shows: %s', (name, zone, expected) => {
    const text = readFileSync(path.join(FOLDER, `${name}.ics`), 'utf8');
    expect(busyIn(text, zone)).toEqual(expected);
  });
});
