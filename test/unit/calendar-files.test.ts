import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import { busyIn, event, file, problemsOf } from '../support/calendar-texts.js';

const FOLDER = path.resolve(import.meta.dirname, '../support/calendars');

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

describe('an entry of a calendar', () => {
  const nine = ['DTSTART:20261202T090000Z', 'DTEND:20261202T100000Z'];
  it.each([
    ['declined', false, ['ATTENDEE;PARTSTAT=DECLINED:MAILTO:HANNA@EXAMPLE.COM']],
    [
      'declined by the EMAIL of an address that is a path',
      false,
      ['ATTENDEE;EMAIL="hanna@example.com";PARTSTAT=declined:/principals/h/'],
    ],
    ['declined by another person', true, ['ATTENDEE;PARTSTAT=DECLINED:mailto:carl@example.com']],
    [
      'declined under one address, accepted under the other',
      true,
      ['ATTENDEE;PARTSTAT=DECLINED:mailto:hanna@example.com', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:h@corp.example'],
    ],
    ['not answered', true, ['ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:hanna@example.com']],
    ['accepted with reservation', true, ['ATTENDEE;PARTSTAT=TENTATIVE:mailto:hanna@example.com']],
    ['cancelled', false, ['STATUS:CANCELLED']],
    ['tentative', true, ['STATUS:TENTATIVE']],
    ['transparent, in lower case', false, ['transp:transparent']],
    ['free', false, ['X-MICROSOFT-CDO-BUSYSTATUS:FREE']],
    ['tentative to Exchange', true, ['X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE']],
    ['out of office', true, ['X-MICROSOFT-CDO-BUSYSTATUS:OOF']],
  ])('that is %s blocks its time: %s', (_what, isBusy, lines) => {
    const addresses = ['hanna@example.com', 'mailto:h@corp.example'];
    expect(busyIn(event(...nine, ...lines), 'UTC', addresses)).toEqual(isBusy ? ['02T09:00/02T10:00'] : []);
  });

  it('that a cancellation was stored for doesn’t block its time', () => {
    expect(busyIn(file('METHOD:CANCEL', 'BEGIN:VEVENT', 'UID:one', ...nine, 'END:VEVENT'))).toEqual([]);
  });
});

describe('a series', () => {
  const daily = (zone: string, ...lines: string[]) => [
    `DTSTART;TZID=${zone}:20261201T190000`,
    'DURATION:PT1H',
    'RRULE:FREQ=DAILY;COUNT=4',
    ...lines,
  ];
  const change = (id: string, ...lines: string[]) => ['BEGIN:VEVENT', 'UID:one', id, ...lines, 'END:VEVENT'];
  const chicago = (...days: string[]) => days.map((day) => `${day}T01:00/${day}T02:00`);

  it.each([
    ['EXDATE:20261203T010000Z'],
    ['EXDATE:20261202T190000'],
    ['EXDATE;VALUE=DATE:20261202'],
    ['EXDATE;TZID=Europe/Madrid:20261203T020000'],
    ['EXDATE;TZID=Central Standard Time:20261202T190000'],
  ])('leaves out an occurrence however its time is written: %s', (line) => {
    expect(busyIn(event(...daily('America/Chicago', line)), 'Europe/Madrid')).toEqual(chicago('02', '04', '05'));
  });

  it.each([
    ['RECURRENCE-ID:20261203T010000Z'],
    ['RECURRENCE-ID:20261202T190000'],
    ['RECURRENCE-ID;VALUE=DATE:20261202'],
    ['RECURRENCE-ID;TZID=Europe/Madrid:20261203T020000'],
  ])('has an occurrence that was moved only at its new time, however it is named: %s', (id) => {
    const text = file(
      ...['BEGIN:VEVENT', 'UID:one', ...daily('America/Chicago'), 'END:VEVENT'],
      ...change(id, 'DTSTART:20261203T120000Z', 'DURATION:PT30M'),
    );
    const moved = [...chicago('02'), '03T12:00/03T12:30', ...chicago('04', '05')];
    expect(busyIn(text, 'Europe/Madrid')).toEqual(moved);
    expect(busyIn(text.replace('DURATION:PT30M', 'DURATION:PT30M\r\nSTATUS:CANCELLED'))).toEqual(
      chicago('02', '04', '05'),
    );
  });

  it('is moved with all that follows by a change of this and the future', () => {
    const text = file(
      ...['BEGIN:VEVENT', 'UID:one', ...daily('America/Chicago'), 'END:VEVENT'],
      ...change('RECURRENCE-ID;RANGE=THISANDFUTURE:20261204T010000Z', 'DTSTART:20261204T030000Z', 'DURATION:PT2H'),
    );
    expect(busyIn(text)).toEqual([...chicago('02', '03'), '04T03:00/04T05:00', '05T03:00/05T05:00']);
  });

  it.each([
    [
      'Asia/Tokyo',
      'DTSTART;VALUE=DATE:20261202',
      'RRULE:FREQ=DAILY;UNTIL=20261203T000000Z',
      ['01T15:00/02T15:00', '02T15:00/03T15:00'],
    ],
    [
      'Europe/Madrid',
      'DTSTART;VALUE=DATE:20261202',
      'RRULE:FREQ=DAILY;UNTIL=20261202T230000Z',
      ['01T23:00/02T23:00', '02T23:00/03T23:00'],
    ],
    ['UTC', 'DTSTART:20261202T100000Z', 'RRULE:FREQ=DAILY;UNTIL=20261203', ['02T10:00/02T10:30', '03T10:00/03T10:30']],
    [
      'UTC',
      'DTSTART;TZID=Asia/Tokyo:20261202T100000',
      'RRULE:FREQ=DAILY;UNTIL=20261203T100000',
      ['02T01:00/02T01:30', '03T01:00/03T01:30'],
    ],
  ])('ends where its program ends it: %s %s %s', (zone, start, rule, expected) => {
    const lines = start.includes('DATE:') ? [start, rule] : [start, 'DURATION:PT30M', rule];
    expect(busyIn(event(...lines), zone)).toEqual(expected);
  });

  it('keeps its time on the clock where that jumps, and takes the first of two', () => {
    const range = { from: new Date('2026-03-28'), to: new Date('2026-10-26'), timezone: 'Europe/Berlin' };
    const starts = (line: string) =>
      readCalendarObject(event(line, 'DURATION:PT10M'), range).occurrences.map(({ startsAt }) =>
        startsAt.toISOString().slice(5, 16),
      );
    expect(starts('DTSTART;TZID=Europe/Berlin:20260329T023000')).toEqual(['03-29T01:30']);
    expect(starts('DTSTART;TZID=Europe/Berlin:20261025T023000')).toEqual(['10-25T00:30']);
  });
});

describe('a file slightly outside the grammar', () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:one',
    'DTSTART:20261202T090000Z',
    'DTEND:20261202T100000Z',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const text = lines.join('\r\n');
  it.each([
    ['lines that end with CR', lines.join('\r')],
    ['lines that end with LF', lines.join('\n')],
    ['empty lines', lines.join('\r\n\r\n')],
    ['byte order marks', `\ufeff\ufeff${text}`],
    ['letters in lower case', text.toLowerCase().replaceAll('t0', 'T0').replaceAll('t1', 'T1')],
    ['no end', text.slice(0, text.indexOf('END:VEVENT'))],
    ['no end of an alarm', text.replace('END:VEVENT', 'BEGIN:VALARM\r\nTRIGGER:-PT1H\r\nEND:VEVENT')],
    ['no UID', text.replace('UID:one\r\n', '')],
    ['no calendar around it', lines.slice(1, -1).join('\r\n')],
    ['raw line breaks in a text', text.replace('UID:one', 'DESCRIPTION:one\r\ntwo words\r\n\r\nthree\r\nUID:one')],
    ['folded in the middle of words', text.replace('DTSTART:', 'DTST\r\n ART:').replace('0100000', '\r\n\t0100000')],
    ['blanks', text.replace('DTSTART:', 'DTSTART : ').replace('DTEND', 'DTEND ;VALUE=DATE-TIME ')],
    ['a value that isn’t what its parameter says', text.replace('DTSTART:', 'DTSTART;VALUE=DATE-TIME;TZID=UTC:')],
  ])('is read in spite of %s', (_what, given) => {
    expect([busyIn(given), problemsOf(given)]).toEqual([['02T09:00/02T10:00'], []]);
  });

  it('is read where several calendars are one resource', () => {
    const other = text.replace('UID:one', 'UID:two').replaceAll('20261202', '20261203');
    expect(busyIn(`${text}\r\n${other}`)).toEqual(['02T09:00/02T10:00', '03T09:00/03T10:00']);
    expect(busyIn(`${text.replace('END:VCALENDAR', '')}${other}`)).toEqual(['02T09:00/02T10:00', '03T09:00/03T10:00']);
  });

  it.each([
    ['DTEND;VALUE=DATE:20261202', '02T00:00/03T00:00'],
    ['DTEND;VALUE=DATE:20261204', '02T00:00/04T00:00'],
    ['DURATION:P2D', '02T00:00/04T00:00'],
    ['DURATION:P1W', '02T00:00/09T00:00'],
    ['DURATION:PT0S', '02T00:00/03T00:00'],
    ['SUMMARY:x', '02T00:00/03T00:00'],
  ])('blocks whole days: %s', (line, expected) => {
    expect(busyIn(event('DTSTART;VALUE=DATE:20261202', line))).toEqual([expected]);
  });
});

describe('the work of reading', () => {
  const range = { from: new Date('2026-12-01'), to: new Date('2028-01-01'), timezone: 'Europe/Madrid' };

  it('stays bounded for series that never end, recur each second or never match', () => {
    for (const rule of [
      ...['FREQ=SECONDLY', 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'],
      ...[
        'FREQ=SECONDLY;INTERVAL=999999999',
        'FREQ=YEARLY;INTERVAL=999999999',
        'FREQ=SECONDLY;COUNT=999999999;BYHOUR=3',
      ],
      ...['FREQ=DAILY;BYSETPOS=-366;BYHOUR=1,2,3', 'FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=999999'],
    ]) {
      const { occurrences } = readCalendarObject(
        event('DTSTART:19000101T090000Z', 'DURATION:PT1S', `RRULE:${rule}`),
        range,
      );
      expect([rule, occurrences.length <= 10_000]).toEqual([rule, true]);
    }
  });

  it('finds the end of ten thousand occurrences long ago', () => {
    const since = (rule: string) =>
      event('DTSTART:19990801T090000Z', 'DURATION:PT1H', `RRULE:FREQ=DAILY;COUNT=9984${rule}`);
    expect([busyIn(since('')), busyIn(since(';BYDAY=MO,TU,WE,TH,FR,SA,SU'))]).toEqual([[], []]);
    expect(
      busyIn(
        event('DTSTART:19990801T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=9986;BYDAY=MO,TU,WE,TH,FR,SA,SU'),
      ),
    ).toEqual(['01T09:00/01T10:00', '02T09:00/02T10:00']);
  });

  it('grows with the length of a giant entry', () => {
    const giant = (n: number) => [
      ...[
        `SUMMARY:${'x'.repeat(n * 10)}`,
        `DESCRIPTION:${'a\r\n '.repeat(n)}`,
        `EXDATE:${'20261203T090000Z,'.repeat(n)}`,
      ],
      ...Array.from({ length: n }, (_, i) => `ATTENDEE;CN="${i}":mailto:${i}@example.com`),
    ];
    const text = event('DTSTART:20261202T090000Z', 'DURATION:PT1H', ...giant(20_000));
    expect(busyIn(text)).toEqual(['02T09:00/02T10:00']);
  });
});
