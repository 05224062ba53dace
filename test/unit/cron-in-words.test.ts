import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type CronSpec, normalizeCron, parseCron } from '../../domain/time/cron.js';
import { cronInWords } from '../../domain/time/cron-in-words.js';
import { nextRuns } from '../../domain/time/cron-runs.js';

const specOf = (expression: string): CronSpec => {
  const parsed = parseCron(expression);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.spec;
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEK = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** Reads `1, 3 through 5 and 9`, of numbers or of names that count from `first`. */
function readList(words: string, names?: string[], first = 0): number[] {
  const numberOf = (word: string) => (names ? names.indexOf(word) + first : Number(word));
  return words.split(/, | and | or /).flatMap((part) => {
    const [from = '', to = from] = part.split(' through ');
    return upTo(numberOf(from), numberOf(to));
  });
}

/** Reads the words as a person does: the minutes of a day, and which days. It knows nothing of cron. */
function read(words: string) {
  let text = words.charAt(0).toLowerCase() + words.slice(1);
  const times = new Set<number>();
  let month = (_: number) => true;
  let day = (_day: number, _weekday: number) => true;
  const take = (pattern: RegExp, use: (...groups: string[]) => void) => {
    const found = pattern.exec(text);
    if (!found) return;
    text = text.slice(0, found.index) + text.slice(found.index + found[0].length);
    use(...found.slice(1));
  };
  const NAMES = `(?:${MONTHS.join('|')})`;
  const DAYS = `(?:${WEEK.join('|')})`;
  const listOf = (name: string) => `${name}(?:(?:, | and | or | through )${name})*`;
  take(new RegExp(`, (?:only in )?(${listOf(NAMES)})$`), (list = '') => {
    const months = readList(list, MONTHS);
    month = (at) => months.includes(at);
  });
  take(
    new RegExp(`, on days? (${listOf('\\d+')}) of the month(?:( or on | if that day is )(${listOf(DAYS)}))?$`),
    (list = '', joint, weekdays = '') => {
      const days = readList(list);
      const week = joint ? readList(weekdays, WEEK) : [];
      day = (at, weekday) =>
        joint?.startsWith(' if')
          ? days.includes(at) && week.includes(weekday)
          : days.includes(at) || week.includes(weekday);
    },
  );
  take(new RegExp(`, (?:only on )?(${listOf(DAYS)})$`), (list = '') => {
    const week = readList(list, WEEK);
    day = (_, weekday) => week.includes(weekday);
  });
  let hours = upTo(0, 23);
  take(/, (between .*)$/, (list = '') => {
    hours = [...list.matchAll(/between (\d\d):00 and (\d\d):59/g)].flatMap(([, from, to]) =>
      upTo(Number(from), Number(to)),
    );
  });
  const add = (minutes: number[]) => {
    for (const hour of hours) for (const minute of minutes) times.add(hour * 60 + minute);
  };
  take(/^every minute$/, () => add(upTo(0, 59)));
  take(/^every hour$/, () => add([0]));
  take(/^every (\d+) minutes$/, (step) => add(upTo(0, 59).filter((minute) => minute % Number(step) === 0)));
  take(/^every (\d+) hours$/, (step) => {
    for (const hour of hours) if (hour % Number(step) === 0) times.add(hour * 60);
  });
  take(/^at (.*) minutes? past the hour$/, (list = '') => add(readList(list)));
  for (const [, from, to] of text.matchAll(/every hour from (\d\d):00 through (\d\d):00/g)) {
    for (const hour of upTo(Number(from), Number(to))) times.add(hour * 60);
  }
  for (const [, hour, minute] of text.matchAll(/(?<!from |through )(\d\d):(\d\d)/g)) {
    times.add(Number(hour) * 60 + Number(minute));
  }
  return { times, month, day };
}

const DAYS_READ = 12_000;

/** Returns the first instants in UTC at which the words say that it fires. */
function readRuns(words: string, after: Date, count: number): string[] {
  const { times, month, day } = read(words);
  const sorted = [...times].sort((a, b) => a - b);
  const runs: string[] = [];
  const midnight = Date.UTC(after.getUTCFullYear(), after.getUTCMonth(), after.getUTCDate());
  for (let n = 0; n < DAYS_READ && runs.length < count; n += 1) {
    const at = new Date(midnight + n * 86_400_000);
    if (!month(at.getUTCMonth()) || !day(at.getUTCDate(), (at.getUTCDay() + 6) % 7)) continue;
    for (const minute of sorted) {
      const run = new Date(at.getTime() + minute * 60_000);
      if (run > after && runs.length < count) runs.push(run.toISOString());
    }
  }
  return runs;
}

const AFTER = new Date('2026-11-28T08:17:30Z');
const agree = (expression: string) => {
  const words = cronInWords(expression);
  const end = new Date(Date.UTC(2026, 10, 28 + DAYS_READ)).toISOString();
  const next = nextRuns(specOf(expression), 'UTC', AFTER, 40).map((at) => at.toISOString());
  const fires = next.filter((at) => at < end);
  expect({ expression, words, runs: readRuns(words, AFTER, 40) }).toEqual({ expression, words, runs: fires });
};

describe('a schedule in words', () => {
  it.each([
    ['0 9 * * 1-5', 'At 09:00, Monday through Friday'],
    ['*/15 8-18 * * *', 'Every 15 minutes, between 08:00 and 18:59'],
    ['@Weekly', 'At 00:00, only on Sunday'],
    ['@hourly', 'Every hour'],
    ['0 0 * * 7', 'At 00:00, only on Sunday'],
    ['0 0 * * 0,7', 'At 00:00, only on Sunday'],
    ['0 0 1 * 1', 'At 00:00, on day 1 of the month or on Monday'],
    ['0 0 */10 * 1,5', 'At 00:00, on days 1, 11, 21 and 31 of the month if that day is Monday or Friday'],
    ['*/90 * * * *', 'Every hour'],
    ['0 */30 * * *', 'At 00:00'],
    ['*/7 * * * *', 'At 0, 7, 14, 21, 28, 35, 42, 49 and 56 minutes past the hour'],
    ['0 */5 * * *', 'At 00:00, 05:00, 10:00, 15:00 and 20:00'],
    ['0 */2 * * *', 'Every 2 hours'],
    ['0 0 */40 * *', 'At 00:00, on day 1 of the month'],
    ['0 0 * */5 *', 'At 00:00, January, June and November'],
    ['*,5 * * * *', 'Every minute'],
    ['0 0 1-31 * 1', 'At 00:00'],
    ['0 0 1 * 0-6', 'At 00:00'],
    ['0 0 * * 5-7', 'At 00:00, Friday through Sunday'],
    ['0 8-18,20 * * *', 'Every hour from 08:00 through 18:00 and at 20:00'],
    ['*/5 9,10,14 * * *', 'Every 5 minutes, between 09:00 and 10:59 and between 14:00 and 14:59'],
    ['1 * * * *', 'At 1 minute past the hour'],
    ['00 09 01 01 *', 'At 09:00, on day 1 of the month, only in January'],
    ['0\t9\u00a0 *\n* 1-5', 'At 09:00, Monday through Friday'],
  ])('says when %j fires', (expression, words) => {
    expect(cronInWords(expression)).toBe(words);
    agree(expression);
  });

  it('agrees with the computed runs, whatever the expression', () => {
    const field = (min: number, max: number) => {
      const range = fc
        .tuple(fc.integer({ min, max }), fc.integer({ min, max }))
        .map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
      const ranged = fc.oneof(fc.constant('*'), range);
      const part = fc.oneof(
        ...[fc.constant('*'), fc.integer({ min, max }).map(String), range],
        fc.tuple(ranged, fc.integer({ min: 1, max: 99 })).map(([from, step]) => `${from}/${step}`),
      );
      return fc.oneof(
        { weight: 2, arbitrary: fc.constant('*') },
        { weight: 3, arbitrary: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(',')) },
      );
    };
    const expressions = fc
      .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 7))
      .map((fields) => fields.join(' '));
    fc.assert(fc.property(expressions, agree), { numRuns: 200 });
  });

  it('returns what it cannot read as it is', () => expect(cronInWords('99 * * * *')).toBe('99 * * * *'));
});

describe('a stored cron expression', () => {
  it.each([' 0\t9 * * 1-5\n', '0\u00a09\u2003*\u3000* \ufeff1-5', '0\r\n9\v*\f*  1-5'])(
    'has single spaces: %j',
    (text) => expect(normalizeCron(text)).toBe('0 9 * * 1-5'),
  );
});
