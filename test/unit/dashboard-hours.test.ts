import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clockText } from '../../dashboard/components/time/wall-clock.js';
import {
  applyStroke,
  changesTo,
  DEFAULT_WEEK,
  inWords,
  isWeekly,
  merged,
  notesOf,
  openIn,
  WEEKDAYS,
  type Week,
  weekOfBlocks,
} from '../../dashboard/features/meetings/weekly-hours.js';

const rest = { kind: 'weekly', timezone: 'Europe/Madrid', valid_from: null, valid_to: null } as const;
type Block = Parameters<typeof weekOfBlocks>[0][number];
const EMPTY: Week = WEEKDAYS.map(() => []);

const spans = fc
  .tuple(fc.integer({ min: 0, max: 1_439 }), fc.integer({ min: 1, max: 600 }))
  .map(([from, long]) => ({ from, to: Math.min(from + long, 1_440) }));
const strokes = fc
  .tuple(spans, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
  .map(([span, a, b]) => ({ ...span, firstDay: Math.min(a, b), lastDay: Math.max(a, b) }));
const blocks = fc.array(fc.tuple(spans, fc.subarray([...WEEKDAYS], { minLength: 1 })), { maxLength: 5 }).map((made) =>
  made.map(
    ([{ from, to }, weekdays], at): Block => ({
      ...rest,
      id: String(at),
      weekdays,
      starts: clockText(from),
      ends: clockText(to),
    }),
  ),
);
const weeks = fc.array(fc.tuple(strokes, fc.boolean()), { maxLength: 6 });
const painted = (week: Week, done: [Parameters<typeof applyStroke>[1], boolean][]) =>
  done.reduce((now, [stroke, open]) => applyStroke(now, stroke, open), week);

/** Returns an account's blocks after changes are stored. */
function stored(before: readonly Block[], { create, update, remove }: ReturnType<typeof changesTo>): Block[] {
  const changed = before.map((block) => ({ ...block, ...update.find(({ id }) => id === block.id)?.hours }));
  const made = create.map((hours, at) => ({ ...rest, ...hours, id: `new ${at}` }));
  return [...changed.filter(({ id }) => !remove.includes(id)), ...made];
}

describe('hours that are painted', () => {
  it('are minute by minute what was painted last, and nothing else', () => {
    fc.assert(
      fc.property(
        blocks,
        weeks,
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 1_439 }),
        (has, done, day, at) => {
          const before = weekOfBlocks(has);
          const minute = { from: at, to: at + 1 };
          const over = done.findLast(
            ([{ firstDay, lastDay, from, to }]) => firstDay <= day && day <= lastDay && from <= at && at < to,
          );
          const expected = over ? over[1] : openIn(before[day], minute) === 'open';
          const after = painted(before, done);
          expect(openIn(after[day], minute) === 'open').toBe(expected);
          // Spans are in order and apart, or the same hours would have two forms.
          for (const each of after)
            for (const [n, span] of each.entries()) {
              expect(span.to).toBeGreaterThan(span.from);
              if (n > 0) expect(span.from).toBeGreaterThan(each[n - 1]?.to ?? 0);
            }
        },
      ),
    );
  });

  it('are stored as blocks that come to the same hours, and leave days alone that were not painted', () => {
    fc.assert(
      fc.property(blocks, weeks, (has, done) => {
        const wanted = painted(weekOfBlocks(has), done);
        const changes = changesTo(has, wanted);
        const after = stored(has, changes);
        expect(weekOfBlocks(after)).toEqual(wanted);
        for (const { weekdays, starts, ends } of after) {
          expect(weekdays.length).toBeGreaterThan(0);
          expect((starts ?? '') < (ends ?? '')).toBe(true);
        }
        const of = (list: readonly Block[], day: (typeof WEEKDAYS)[number]) =>
          list.filter(({ weekdays }) => weekdays.includes(day)).map(({ starts, ends }) => `${starts}-${ends}`);
        for (const [at, day] of WEEKDAYS.entries())
          if (JSON.stringify(wanted[at]) === JSON.stringify(weekOfBlocks(has)[at]))
            expect(of(after, day).toSorted()).toEqual(of(has, day).toSorted());
        expect(changesTo(after, wanted)).toEqual({ create: [], update: [], remove: [] });
      }),
    );
  });

  it('are as few blocks as there are different spans', () => {
    const two = painted(EMPTY, [
      [{ firstDay: 0, lastDay: 4, from: 540, to: 720 }, true],
      [{ firstDay: 0, lastDay: 3, from: 780, to: 1_440 }, true],
    ]);
    expect(changesTo([], two)).toEqual({
      create: [
        { weekdays: ['mon', 'tue', 'wed', 'thu', 'fri'], starts: '09:00', ends: '12:00' },
        { weekdays: ['mon', 'tue', 'wed', 'thu'], starts: '13:00', ends: '24:00' },
      ],
      update: [],
      remove: [],
    });
    const day: Block = { ...rest, id: 'a', weekdays: ['mon', 'tue'], starts: '09:00', ends: '17:00' };
    const longer = applyStroke(weekOfBlocks([day]), { firstDay: 0, lastDay: 1, from: 1_020, to: 1_080 }, true);
    expect(changesTo([day], longer).update).toEqual([
      { id: 'a', hours: { weekdays: ['mon', 'tue'], starts: '09:00', ends: '18:00' } },
    ]);
    expect(changesTo([day], EMPTY)).toEqual({ create: [], update: [], remove: ['a'] });
  });

  it('take over what another user stored on other days since then', () => {
    const mine = applyStroke(DEFAULT_WEEK, { firstDay: 5, lastDay: 5, from: 600, to: 720 }, true);
    const theirs = applyStroke(DEFAULT_WEEK, { firstDay: 0, lastDay: 0, from: 540, to: 600 }, false);
    const both = merged(DEFAULT_WEEK, mine, theirs);
    expect([both[0], both[1], both[5]]).toEqual([
      [{ from: 600, to: 1_020 }],
      [{ from: 540, to: 1_020 }],
      [{ from: 600, to: 720 }],
    ]);
  });

  it('know what is open in part, and what a week of the host’s clock can’t show', () => {
    const [monday] = weekOfBlocks([{ ...rest, id: 'a', weekdays: ['mon'], starts: '09:10', ends: '10:00' }]);
    expect([510, 540, 570].map((from) => openIn(monday, { from, to: from + 30 }))).toEqual([
      ...['closed', 'partly', 'open'],
    ]);
    expect([inWords(monday), inWords([])]).toEqual(['09:10 to 10:00', 'closed']);
    const block: Block = { ...rest, id: 'a', weekdays: ['mon'], starts: '09:00', ends: '10:00' };
    expect([
      isWeekly(block, 'Europe/Madrid'),
      isWeekly(block, 'UTC'),
      isWeekly({ ...block, valid_from: '2026-12-01' }, 'Europe/Madrid'),
    ]).toEqual([true, false, false]);
  });

  it('have time off and other hours next to them, on their next weekdays', () => {
    const off = { ...rest, starts: null, ends: null, weekdays: [] };
    const notes = notesOf(
      [
        { ...off, id: 'gone', kind: 'time_off', valid_from: '2026-11-02', valid_to: '2026-11-03' },
        { ...off, id: 'trip', kind: 'time_off', valid_from: '2026-11-25', valid_to: '2026-11-27' },
        { ...off, id: 'fair', kind: 'date_override', valid_from: '2026-12-03', starts: '08:00', ends: '12:00' },
        { ...off, id: 'lunch', kind: 'time_off', weekdays: ['thu'], starts: '12:00', ends: '13:00' },
      ],
      '2026-11-26',
    );
    expect(notes.map((each) => each.map(({ id, day, times }) => [id, day, times]))).toEqual([
      ...[[], [], []],
      [
        ['lunch', undefined, '12:00–13:00'],
        ['trip', '2026-11-26', ''],
        ['fair', '2026-12-03', '08:00–12:00'],
      ],
      [['trip', '2026-11-27', '']],
      ...[[], []],
    ]);
  });
});
