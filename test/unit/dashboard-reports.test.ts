import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { figuresInWords } from '../../dashboard/agent/figures-in-words.js';
import { shiftDay } from '../../dashboard/meetings/days.js';
import { perDay } from '../../dashboard/reports/per-day.js';

const FROM = '2026-03-27';

describe('counts day by day', () => {
  it('have every day once, those without anything too, and add up to what was counted', () => {
    const day = fc.integer({ min: 0, max: 9 }).map((n) => shiftDay(FROM, n));
    const row = fc.record({ day, counts: fc.tuple(fc.nat(50), fc.nat(50)) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.constantFrom(0, 1), (rows, at) => {
        const days = perDay(rows, { from: FROM, to: shiftDay(FROM, 9) }, at);
        expect(days.map((each) => each.day)).toEqual(Array.from({ length: 10 }, (_, n) => shiftDay(FROM, n)));
        const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
        expect(sum(days.map(({ count }) => count))).toBe(sum(rows.map(({ counts }) => counts[at] ?? 0)));
      }),
    );
  });

  it('are none where rows are for something else', () => {
    expect(perDay([{ counts: [1] }], { from: FROM, to: FROM }, 0)).toEqual([]);
    expect(perDay([], { from: FROM, to: FROM }, 0)).toEqual([]);
  });
});

describe('what came of a step', () => {
  const none = { entered: 0, sent: 0, replied: 0, skipped: 0, failed: 0, here_now: 0, held_now: 0 };
  it.each([
    [{}, ''],
    [{ entered: 3 }, '3 came to it'],
    [{ entered: 1_300, sent: 1_200, replied: 120, here_now: 540 }, '540 here now · 1,200 sent · 10% answered'],
    [
      { entered: 9, sent: 8, failed: 1, skipped: 2, here_now: 3, held_now: 2 },
      '3 here now, 2 held · 8 sent · 1 failed · 2 passed over',
    ],
  ])('%o is told in a line', (counts, words) => {
    expect(figuresInWords({ ...none, ...counts })).toBe(words);
  });
});
