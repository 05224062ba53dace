import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import { readRule, unrollRule } from '../../domain/meetings/recurrence.js';
import { randomCalendar } from '../support/random-calendars.js';

const RANGE = {
  from: new Date('2026-03-01T00:00:00Z'),
  to: new Date('2027-03-10T00:00:00Z'),
  timezone: 'Europe/Madrid',
  addresses: ['hanna@example.com'],
};

const word = (...words: string[]) => fc.constantFrom(...words);
const digits = (n: number) => fc.integer({ min: 0, max: 10 ** n - 1 }).map((each) => String(each).padStart(n, '0'));
const date = fc
  .oneof(
    fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fc.date({ min: new Date('2026-01-01'), max: new Date('2027-06-01'), noInvalidDate: true }),
  )
  .map((at) => at.toISOString().replace(/[-:]|\.\d+/g, ''));
/** A time, or what programs write in its place. */
const time = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(date, word('Z', '')).map(([at, zone]) => at.slice(0, 15) + zone) },
  { weight: 3, arbitrary: date.map((at) => at.slice(0, 8)) },
  fc.tuple(digits(8), digits(6)).map(([day, clock]) => `${day}T${clock}`),
  word('', 'TODAY', '2026-03-05', '20260305T', '00000000T000000Z', '20260230', '20260305T240000', '20260305T235960Z'),
);
const duration = fc.oneof(
  fc.tuple(word('', '-', '+'), fc.nat(4000), word('W', 'D')).map(([sign, n, unit]) => `${sign}P${n}${unit}`),
  fc.tuple(word('', '-'), fc.nat(100_000), word('H', 'M', 'S')).map(([sign, n, unit]) => `${sign}PT${n}${unit}`),
  word('', 'P', 'PT', 'P1', '1H', 'P1DT', 'PT1H30', 'P999999999999D'),
);
const number = fc.oneof(fc.integer({ min: -400, max: 400 }).map(String), word('', '0', 'x', '1.5', '999999999999'));
const numbers = fc.array(number, { minLength: 1, maxLength: 5 }).map((each) => each.join(','));
const part = fc.oneof(
  fc.tuple(word('INTERVAL', 'COUNT'), number),
  fc.tuple(word('UNTIL'), time),
  fc.tuple(
    word('BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'),
    numbers,
  ),
  fc.tuple(word('BYDAY'), word('MO', '1MO,-1FR', 'MO,TU,WE,TH,FR,SA,SU', '53SU', '0MO', 'XX', '')),
  fc.tuple(word('WKST', 'RSCALE', 'X-A', ''), word('MO', 'SU', 'GREGORIAN', 'HEBREW', '')),
);
const rule = fc
  .tuple(
    word('YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY', 'FORTNIGHTLY', ''),
    fc.array(part, { maxLength: 5 }),
  )
  .map(([freq, parts]) => [...(freq === '' ? [] : [['FREQ', freq]]), ...parts].map((each) => each.join('=')).join(';'));
const params = fc.oneof(
  { weight: 4, arbitrary: word('') },
  word(';VALUE=DATE', ';VALUE=DATE-TIME', ';VALUE=PERIOD', ';TZID=Europe/Berlin', ';TZID="(UTC+01:00) Rome"'),
  word(';TZID=Own', ';TZID=', ';TZID="', ';;', ';RANGE=THISANDFUTURE', ';X=a,b,"c;d"', ';TZID=tzone://Microsoft/Utc'),
);
const dated = (...names: string[]) => fc.tuple(word(...names), params, fc.array(time, { minLength: 1, maxLength: 3 }));
const property = fc.oneof(
  { weight: 8, arbitrary: dated('DTSTART', 'DTEND', 'RDATE', 'EXDATE', 'RECURRENCE-ID') },
  {
    weight: 2,
    arbitrary: fc.tuple(
      word('RDATE'),
      params,
      fc.array(fc.tuple(time, fc.oneof(time, duration)).map((each) => each.join('/'))),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(word('DURATION', 'TRIGGER'), params, fc.array(duration, { maxLength: 1 })) },
  { weight: 4, arbitrary: fc.tuple(word('RRULE', 'EXRULE'), params, fc.array(rule, { maxLength: 1 })) },
  fc.tuple(
    word('UID', 'SUMMARY', 'ATTENDEE', 'STATUS', 'TRANSP', 'SEQUENCE'),
    params,
    fc.array(fc.string({ unit: 'binary' }), { maxLength: 1 }),
  ),
);
const line = fc.oneof(
  { weight: 12, arbitrary: property.map(([name, given, values]) => `${name}${given}:${values.join(',')}`) },
  fc.string({ unit: 'binary' }),
  word(
    'BEGIN:VEVENT',
    'END:VEVENT',
    'BEGIN:VALARM',
    'END:VALARM',
    'END:VCALENDAR',
    'BEGIN:',
    'END',
    ' folded',
    '\ufeff',
  ),
);
const zoneLine = fc.oneof(
  fc.tuple(word('DTSTART', 'RDATE'), time).map((each) => each.join(':')),
  fc.tuple(word('TZOFFSETFROM', 'TZOFFSETTO'), word('+0100', '-0500', '+2', '', '+9999')).map((each) => each.join(':')),
  rule.map((each) => `RRULE:${each}`),
  word('BEGIN:STANDARD', 'END:STANDARD', 'BEGIN:DAYLIGHT', 'END:DAYLIGHT', 'TZID:Own', 'X-LIC-LOCATION:Mars'),
);
const zone = fc
  .array(zoneLine, { maxLength: 12 })
  .map((lines) => ['BEGIN:VTIMEZONE', 'TZID:Own', ...lines, 'END:VTIMEZONE']);
const events = fc.array(fc.array(line, { maxLength: 10 }), { minLength: 1, maxLength: 4 });
const calendar = fc
  .tuple(zone, events, word('\r\n', '\n', '\r'))
  .map(([rules, each, end]) =>
    [
      'BEGIN:VCALENDAR',
      ...rules,
      ...each.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
    ].join(end),
  );

const isSound = ({ occurrences, problems }: ReturnType<typeof readCalendarObject>): boolean =>
  occurrences.every(({ startsAt, endsAt }) => startsAt < RANGE.to && endsAt > RANGE.from && endsAt >= startsAt) &&
  problems.every(({ reason, startsAt }) => reason !== '' && (startsAt === null || !Number.isNaN(startsAt.getTime())));

describe('a calendar of any lines', () => {
  it('is read without an error, into times within the range', () => {
    fc.assert(
      fc.property(calendar, (text) => isSound(readCalendarObject(text, RANGE))),
      { numRuns: 300 },
    );
  });

  it('is read without an error wherever it was cut, or lines of it were lost or doubled', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(3), (seed, share, how) => {
        const { text } = randomCalendar(seed);
        const at = Math.floor(text.length * share);
        const lines = text.split('\r\n');
        const n = Math.floor(lines.length * share);
        const broken = [
          text.slice(0, at),
          text.slice(0, at) + text.slice(at + 5),
          lines.toSpliced(n, 1).join('\r\n'),
          lines.toSpliced(n, 0, lines[n] ?? '').join('\r\n'),
        ];
        return isSound(readCalendarObject(broken[how] ?? '', RANGE));
      }),
      { numRuns: 300 },
    );
  });

  it('is unrolled within its budget, whatever its rule', () => {
    const spent = (text: string, start: number): number => {
      const read = readRule(text);
      const budget = { steps: 20_000 };
      const [from, to] = [RANGE.from.getTime(), RANGE.to.getTime()];
      if (typeof read !== 'string')
        for (const at of unrollRule(read, start, { from, to }, budget)) if (at > to) return -1;
      return budget.steps;
    };
    const start = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2027, 0) }).map((each) => each - (each % 1_000));
    fc.assert(
      // A single day or time may cost more than the rest, as its hours and minutes are listed together.
      fc.property(rule, start, (text, from) => spent(text, from) > -20_000),
      { numRuns: 500 },
    );
  });
});
