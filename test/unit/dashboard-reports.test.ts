import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { figuresInWords } from '../../dashboard/agent/figures-in-words.js';
import { shiftDay } from '../../dashboard/meetings/days.js';
import { chosenIn, daysOf, formerDays, MOST_LINES, perDay, toggled } from '../../dashboard/reports/lines-of.js';

const FROM = '2026-03-27';

describe('counts day by day', () => {
  it('have every day once, those without anything too, and add up to what was counted', () => {
    const day = fc.integer({ min: 0, max: 9 }).map((n) => shiftDay(FROM, n));
    const row = fc.record({ day, count: fc.nat(50) });
    const days = { from: FROM, to: shiftDay(FROM, 9) };
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const counts = perDay(rows, days, ({ count }) => count);
        expect(counts).toHaveLength(10);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(rows.reduce((sum, { count }) => sum + count, 0));
        for (const { day: date } of rows)
          expect(counts[daysOf(days).indexOf(date)]).toBe(
            rows.filter((other) => other.day === date).reduce((sum, { count }) => sum + count, 0),
          );
      }),
    );
  });

  it('stand beside as many days, right before them or a week earlier, whatever the clocks do', () => {
    const days = { from: '2026-03-27', to: '2026-04-05' };
    expect(formerDays(days, 'previous_period')).toEqual({ from: '2026-03-17', to: '2026-03-26' });
    expect(formerDays(days, 'previous_week')).toEqual({ from: '2026-03-20', to: '2026-03-29' });
  });

  it('are drawn as an address names them: known ones, at least one, no more than can be told apart', () => {
    const keys = ['sent', 'replied', 'received', 'failed', 'meetings', 'EUR', 'USD', 'GBP'];
    expect(chosenIn(undefined, keys, ['meetings', 'sent'])).toEqual(['sent', 'meetings']);
    expect(chosenIn('EUR,nothing,sent', keys, ['sent'])).toEqual(['sent', 'EUR']);
    expect(chosenIn('nothing', keys, ['sent'])).toEqual(['sent']);
    expect([toggled(['sent'], 'EUR'), toggled(['sent', 'EUR'], 'sent'), toggled(['sent'], 'sent')]).toEqual([
      ...['sent,EUR', 'EUR', 'sent'],
    ]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys)), (presses) => {
        let text: string | undefined;
        for (const key of presses) text = toggled(chosenIn(text, keys, ['sent']), key);
        const chosen = chosenIn(text, keys, ['sent']);
        expect(chosen.length).toBeGreaterThan(0);
        expect(chosen.length).toBeLessThanOrEqual(MOST_LINES);
        expect(new Set(chosen).size).toBe(chosen.length);
      }),
    );
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
