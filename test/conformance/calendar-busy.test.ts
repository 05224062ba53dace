import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readCalendarObject } from '../../domain/meetings/calendar-busy.js';
import { pythonWithCalendars } from '../support/radicale.js';
import { randomCalendar } from '../support/random-calendars.js';

/** Clocks change in it on both halves of the earth. */
const RANGE = { from: new Date('2026-03-01T00:00:00Z'), to: new Date('2026-04-12T00:00:00Z') };
/** Wider, as the other program takes the ends of a range by another clock for days and times without a zone. */
const [FROM, TO] = ['20260222T000000Z', '20260419T000000Z'];
const CALENDARS = 2_000;
const SCRIPT = path.resolve(import.meta.dirname, '../support/read-calendars.py');

/** Reads calendars with another program: starts and ends in seconds, or its error. */
function readElsewhere(calendars: readonly { text: string; timezone: string }[]): ([number, number][] | string)[] {
  const input = JSON.stringify(calendars.map((each) => ({ ...each, from: FROM, to: TO })));
  const read = spawnSync(pythonWithCalendars(), [SCRIPT], { input, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  expect(read.stderr).toBe('');
  return JSON.parse(read.stdout);
}

const inRange = ([from, to]: [number, number]) => from < RANGE.to.getTime() / 1000 && to > RANGE.from.getTime() / 1000;

describe('the busy times of random calendars', () => {
  it(`are those that recurring-ical-events finds, for ${CALENDARS} calendars`, () => {
    const seeds = Array.from({ length: CALENDARS }, (_, n) => Number(process.env.SEED || 1) * 100_000 + n);
    const calendars = seeds.map(randomCalendar);
    const theirs = readElsewhere(calendars);
    const differences = calendars.flatMap(({ text, timezone }, n) => {
      const { occurrences, problems } = readCalendarObject(text, { ...RANGE, timezone });
      const ours = occurrences
        .filter(({ busy }) => busy)
        .map(({ startsAt, endsAt }): [number, number] => [startsAt.getTime() / 1000, endsAt.getTime() / 1000])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      const answer = theirs[n];
      const expected = Array.isArray(answer) ? answer.filter(inRange) : answer;
      return problems.length === 0 && JSON.stringify(ours) === JSON.stringify(expected)
        ? []
        : [{ seed: seeds[n], text, timezone, problems, ours, theirs: expected }];
    });
    expect(differences).toEqual([]);
  }, 300_000);
});
