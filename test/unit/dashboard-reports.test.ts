import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { shiftDay } from '../../dashboard/components/time/days.js';
import { stepFiguresInWords } from '../../dashboard/features/agents/step-figures-in-words.js';
import {
  daysOf,
  MAX_SERIES,
  perDay,
  previousDays,
  selectedSeries,
  toggleSeries,
} from '../../dashboard/features/reports/daily-series.js';

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

  it('are compared with as many days, right before them or a week earlier, whatever the clocks do', () => {
    const days = { from: '2026-03-27', to: '2026-04-05' };
    expect(previousDays(days, 'previous_period')).toEqual({ from: '2026-03-17', to: '2026-03-26' });
    expect(previousDays(days, 'previous_week')).toEqual({ from: '2026-03-20', to: '2026-03-29' });
  });

  it('are drawn as an address names them: known ones, at least one, no more than can be told apart', () => {
    const keys = ['sent', 'replied', 'received', 'failed', 'meetings', 'EUR', 'USD', 'GBP'];
    expect(selectedSeries(undefined, keys, ['meetings', 'sent'])).toEqual(['sent', 'meetings']);
    expect(selectedSeries('EUR,nothing,sent', keys, ['sent'])).toEqual(['sent', 'EUR']);
    expect(selectedSeries('nothing', keys, ['sent'])).toEqual(['sent']);
    expect([
      toggleSeries(['sent'], 'EUR'),
      toggleSeries(['sent', 'EUR'], 'sent'),
      toggleSeries(['sent'], 'sent'),
    ]).toEqual([...['sent,EUR', 'EUR', 'sent']]);
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...keys)), (presses) => {
        let text: string | undefined;
        for (const key of presses) text = toggleSeries(selectedSeries(text, keys, ['sent']), key);
        const chosen = selectedSeries(text, keys, ['sent']);
        expect(chosen.length).toBeGreaterThan(0);
        expect(chosen.length).toBeLessThanOrEqual(MAX_SERIES);
        expect(new Set(chosen).size).toBe(chosen.length);
      }),
    );
  });
});

describe('what came of a step', () => {
  const none = { entered: 0, sent: 0, replied: 0, skipped: 0, failed: 0, here_now: 0, held_now: 0 };
  it.each([
    [{}, ''],
    [{ entered: 3 }, '3 entered'],
    [{ entered: 1_300, sent: 1_200, replied: 120, here_now: 540 }, '540 currently here · 1,200 sent · 10% replied'],
    [
      { entered: 9, sent: 8, failed: 1, skipped: 2, here_now: 3, held_now: 2 },
      '3 currently here, 2 on hold · 8 sent · 1 failed · 2 skipped',
    ],
  ])('%o is described in a line', (counts, words) => {
    expect(stepFiguresInWords({ ...none, ...counts })).toBe(words);
  });
});
