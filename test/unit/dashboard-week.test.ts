import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
  clocksInOtherZone,
  inputOf,
  lanesOf,
  momentIn,
  momentOf,
  piecesOf,
  shiftWall,
  skippedTimeOn,
  type WallTime,
  wallOf,
  weekOf,
} from '../../dashboard/components/time/wall-clock.js';
import { isZone, zonesOf } from '../../dashboard/features/meetings/time-zones.js';

const ZONES = [
  ...['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'],
];
const zones = fc.constantFrom(...ZONES);
const moments = fc
  .integer({ min: Date.parse('2026-01-01') / 60_000, max: Date.parse('2028-01-01') / 60_000 })
  .map((minute) => new Date(minute * 60_000).toISOString());
const span = (starts_at: string, ends_at: string) => ({ starts_at, ends_at });

describe('the week, in wall-clock time', () => {
  it('shows a moment as the clocks of its zone do, and finds it again', () => {
    fc.assert(
      fc.property(moments, zones, (at, zone) => {
        const wall = wallOf(at, zone);
        const there = DateTime.fromISO(at, { zone });
        expect(wall).toEqual({ day: there.toISODate(), minutes: there.hour * 60 + there.minute });
        const again = momentOf(wall, zone);
        // An hour that comes twice is the first one.
        expect(wallOf(again, zone)).toEqual(wall);
        expect(again <= at).toBe(true);
        expect(inputOf(at, zone)).toBe(there.toFormat("yyyy-MM-dd'T'HH:mm"));
        expect(momentIn(inputOf(at, zone), zone)).toBe(again);
      }),
    );
  });

  it('goes over what the clock leaves out, and takes the first of what comes twice', () => {
    const madrid = 'Europe/Madrid';
    expect(momentOf({ day: '2026-03-29', minutes: 150 }, madrid)).toBe('2026-03-29T01:30:00.000Z');
    expect(momentOf({ day: '2026-10-25', minutes: 150 }, madrid)).toBe('2026-10-25T00:30:00.000Z');
    expect(skippedTimeOn('2026-03-29', madrid)).toEqual({ day: '2026-03-29', from: 120, to: 180 });
    expect(skippedTimeOn('2026-10-04', 'Australia/Lord_Howe')).toEqual({ day: '2026-10-04', from: 120, to: 150 });
    for (const day of ['2026-03-28', '2026-10-25']) expect(skippedTimeOn(day, madrid)).toBeUndefined();
  });

  it('has the clock of another zone next to it, with both of its times if one of the two changes', () => {
    const [madrid, york] = ['Europe/Madrid', 'America/New_York'];
    expect(clocksInOtherZone(540, weekOf('2026-11-26'), madrid, york)).toEqual(['03:00']);
    expect(clocksInOtherZone(540, weekOf('2026-11-26'), madrid, 'Asia/Kathmandu')).toEqual(['13:45']);
    // Summer begins in Europe on Sunday, in America it has begun.
    expect(clocksInOtherZone(540, weekOf('2026-03-28'), madrid, york)).toEqual(['04:00', '03:00']);
  });

  it('draws a meeting at its wall time before and after the clocks change', () => {
    const days = weekOf('2026-03-28');
    expect(days).toEqual([
      ...['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29'],
    ]);
    const at = (day: string) => momentOf({ day, minutes: 540 }, 'Europe/Madrid');
    const end = (day: string) => momentOf({ day, minutes: 570 }, 'Europe/Madrid');
    for (const day of ['2026-03-28', '2026-03-29'])
      expect(piecesOf(span(at(day), end(day)), days, 'Europe/Madrid')).toEqual([{ day, from: 540, to: 570 }]);
    expect(Date.parse(at('2026-03-29')) - Date.parse(at('2026-03-28'))).toBe(23 * 3_600_000);
  });

  it('cuts what goes over midnight, and leaves out what lies in other weeks', () => {
    const days = ['2026-11-23', '2026-11-24'];
    expect(piecesOf(span('2026-11-23T22:00:00Z', '2026-11-24T02:00:00Z'), days, 'UTC')).toEqual([
      { day: '2026-11-23', from: 1320, to: 1440 },
      { day: '2026-11-24', from: 0, to: 120 },
    ]);
    expect(piecesOf(span('2026-11-23T22:00:00Z', '2026-11-24T00:00:00Z'), days, 'UTC')).toHaveLength(1);
    expect(piecesOf(span('2026-11-20T00:00:00Z', '2026-11-23T00:00:00Z'), days, 'UTC')).toEqual([]);
  });

  it('moves over midnight and back', () => {
    const late: WallTime = { day: '2026-12-31', minutes: 1_425 };
    expect(shiftWall(late, 15)).toEqual({ day: '2027-01-01', minutes: 0 });
    expect(shiftWall(shiftWall(late, 1_440), -1_440)).toEqual(late);
  });

  it('puts what overlaps side by side, and nothing over another', () => {
    const pieces = fc.array(
      fc.record({ from: fc.integer({ min: 0, max: 90 }), long: fc.integer({ min: 1, max: 30 }) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(pieces, (given) => {
        const placed = lanesOf(given.map(({ from, long }, n) => ({ day: 'd', from, to: from + long, n })));
        expect(placed).toHaveLength(given.length);
        for (const a of placed) {
          expect(a.lane).toBeLessThan(a.lanes);
          for (const b of placed)
            if (a.n < b.n && a.lane === b.lane) expect(a.to <= b.from || b.to <= a.from).toBe(true);
        }
      }),
    );
  });
});

describe('the clocks that a week is shown by', () => {
  it('are those of the account, of hosts and one’s own first, each once with whose they are, and then all others', () => {
    const hosts = ['Ana', 'Björn', 'Chiara'].map((name) => ({ name, timezone: 'Europe/Rome' }));
    const [near, far] = zonesOf('Europe/Madrid', [{ name: 'Dora', timezone: 'Europe/Madrid' }, ...hosts], 'Asia/Tokyo');
    expect(near?.items.map(({ label }) => label)).toEqual([
      'Europe/Madrid (account, Dora)',
      'Europe/Rome (3 hosts)',
      'Asia/Tokyo (mine)',
    ]);
    const values = [near, far].flatMap((group) => group?.items.map(({ value }) => value) ?? []);
    expect(new Set(values).size).toBe(values.length);
    expect(values).toContain('America/New_York');
    expect([isZone('Asia/Tokyo'), isZone('Nowhere/Else'), isZone(undefined)]).toEqual([true, false, false]);
  });
});
