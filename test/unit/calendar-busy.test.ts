import { describe, expect, it } from '@jest/globals';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';

const RANGE = {
  from: new Date('2026-03-01T00:00:00Z'),
  to: new Date('2026-04-30T00:00:00Z'),
  timezone: 'Europe/Madrid',
};

const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\n${events.join('')}END:VCALENDAR\r\n`;
const event = (...lines: string[]) => `BEGIN:VEVENT\r\nUID:one\r\n${lines.join('\r\n')}\r\nEND:VEVENT\r\n`;

const times = (text: string, range = RANGE) =>
  readCalendarObject(text, range)
    .occurrences.filter(({ busy }) => busy)
    .map(({ startsAt, endsAt }) => `${startsAt.toISOString().slice(0, 16)}/${endsAt.toISOString().slice(5, 16)}`);

describe('busy times of a calendar', () => {
  it('come out of times in UTC, in named zones, and in the owner’s zone where none is named', () => {
    expect(times(calendar(event('DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z')))).toEqual([
      '2026-03-02T09:00/03-02T10:00',
    ]);
    expect(times(calendar(event('DTSTART;TZID=America/New_York:20260302T090000', 'DURATION:PT30M')))).toEqual([
      '2026-03-02T14:00/03-02T14:30',
    ]);
    expect(times(calendar(event('DTSTART:20260302T090000', 'DTEND:20260302T100000')))).toEqual([
      '2026-03-02T08:00/03-02T09:00',
    ]);
  });

  it('follow the clock of the zone through a change to summer time', () => {
    const text = calendar(
      event(
        'DTSTART;TZID=Europe/Madrid:20260322T100000',
        'DTEND;TZID=Europe/Madrid:20260322T110000',
        'RRULE:FREQ=WEEKLY;COUNT=3',
      ),
    );
    expect(times(text)).toEqual([
      '2026-03-22T09:00/03-22T10:00',
      '2026-03-29T08:00/03-29T09:00',
      '2026-04-05T08:00/04-05T09:00',
    ]);
  });

  it('take a whole day by the owner’s clock', () => {
    expect(times(calendar(event('DTSTART;VALUE=DATE:20260329', 'DTEND;VALUE=DATE:20260330')))).toEqual([
      '2026-03-28T23:00/03-29T22:00',
    ]);
  });

  it('leave out what is free or cancelled, exceptions of a series, and moved occurrences at their old time', () => {
    expect(times(calendar(event('DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'TRANSP:TRANSPARENT')))).toEqual(
      [],
    );
    expect(times(calendar(event('DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'STATUS:CANCELLED')))).toEqual(
      [],
    );
    const elsewhere = 'X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE';
    expect(times(calendar(event('DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', elsewhere)))).toEqual([]);
    const series = event(
      'DTSTART:20260302T090000Z',
      'DTEND:20260302T100000Z',
      'RRULE:FREQ=DAILY;COUNT=4',
      'EXDATE:20260303T090000Z',
    );
    const moved = event('RECURRENCE-ID:20260304T090000Z', 'DTSTART:20260304T150000Z', 'DTEND:20260304T160000Z');
    expect(times(calendar(series, moved))).toEqual([
      '2026-03-02T09:00/03-02T10:00',
      '2026-03-04T15:00/03-04T16:00',
      '2026-03-05T09:00/03-05T10:00',
    ]);
  });

  it('use the rules sent along for a zone of an unknown name', () => {
    const zone =
      'BEGIN:VTIMEZONE\r\nTZID:Custom\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n';
    expect(
      times(calendar(zone, event('DTSTART;TZID=Custom:20260302T090000', 'DTEND;TZID=Custom:20260302T100000'))),
    ).toEqual(['2026-03-02T06:00/03-02T07:00']);
  });

  it('are found of series that began long ago, with their exceptions', () => {
    const busy = (text: string) => times(text).length;
    const since = (...lines: string[]) => event('DTSTART:20040105T090000Z', 'DTEND:20040105T093000Z', ...lines);
    const fortyYears = calendar(
      since('RRULE:FREQ=DAILY', 'EXDATE:20260303T090000Z'),
      event('RECURRENCE-ID:20240101T090000Z', 'DTSTART:20260305T200000Z', 'DTEND:20260305T210000Z'),
      event('RECURRENCE-ID:20260306T090000Z', 'DTSTART:20260306T200000Z', 'DTEND:20260306T210000Z'),
    );
    const found = times(fortyYears);
    expect([found.length, found.includes('2026-03-03T09:00/03-03T09:30')]).toEqual([60, false]);
    expect(found).toEqual(expect.arrayContaining(['2026-03-05T20:00/03-05T21:00', '2026-03-06T20:00/03-06T21:00']));
    expect(busy(calendar(since('RRULE:FREQ=DAILY;INTERVAL=3')))).toBe(20);
    expect(times(calendar(since('RRULE:FREQ=DAILY;INTERVAL=3')))[0]).toBe('2026-03-01T09:00/03-01T09:30');
    expect(busy(calendar(since('RRULE:FREQ=HOURLY;BYDAY=MO;BYHOUR=8,9,10;UNTIL=20260310T000000Z')))).toBe(6);
    expect(
      times(calendar(event('DTSTART;TZID=Europe/Madrid:20040105T093000', 'DURATION:PT15M', 'RRULE:FREQ=HOURLY')))[0],
    ).toBe('2026-03-01T00:30/03-01T00:45');
  });

  it('are found of a series that is counted, though thousands of occurrences came before', () => {
    const series = event('DTSTART:20100101T090000Z', 'DTEND:20100101T093000Z', 'RRULE:FREQ=DAILY;COUNT=6000');
    expect(times(calendar(series))).toHaveLength(60);
    expect(times(calendar(series))[0]).toBe('2026-03-01T09:00/03-01T09:30');
    const moved = event('RECURRENCE-ID:20110101T090000Z', 'DTSTART:20260315T200000Z', 'DTEND:20260315T210000Z');
    expect(times(calendar(series, moved))).toContain('2026-03-15T20:00/03-15T21:00');
    const ended = event('DTSTART:20100101T090000Z', 'DTEND:20100101T093000Z', 'RRULE:FREQ=DAILY;COUNT=5000');
    expect(times(calendar(ended))).toEqual([]);
  });

  it('end with the range, also for a series without an end, and stay bounded for one that recurs every second', () => {
    const daily = calendar(event('DTSTART:20260302T090000Z', 'DTEND:20260302T100000Z', 'RRULE:FREQ=DAILY'));
    expect(times(daily)).toHaveLength(59);
    const mad = calendar(event('DTSTART:20260302T090000Z', 'DTEND:20260302T090001Z', 'RRULE:FREQ=SECONDLY'));
    expect(times(mad).length).toBeLessThanOrEqual(10_000);
  });

  it('are empty for what isn’t a calendar, which is reported', () => {
    for (const text of ['', 'hello', 'BEGIN:VCALENDAR', '<xml/>']) {
      const { occurrences, problems } = readCalendarObject(text, RANGE);
      expect([text, occurrences, problems.map(({ reason }) => reason)]).toEqual([
        text,
        [],
        ["The file isn't iCalendar."],
      ]);
    }
  });
});
