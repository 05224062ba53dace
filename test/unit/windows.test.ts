import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { effectiveWindow, isOpen, nextClosed, nextOpen, windowZone } from '../../domain/time/windows.js';
import { WEEKDAYS } from '../../domain/time/zoned.js';
import type { Weekday, Window } from '../../schemas/cadence/cadence.js';

const nineToSix: [string, string][] = [['09:00', '18:00']];
const OFFICE: Window = { days: { mon: nineToSix, tue: nineToSix, wed: nineToSix, thu: nineToSix, fri: nineToSix } };
const opens = (window: Window, zone: string, at: string) => nextOpen(window, zone, Date.parse(at));

const formats = new Map<string, Intl.DateTimeFormat>();
/** The clock on the wall, read by the runtime itself and not by the library the product uses. */
function wall(ms: number, zone: string) {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  const part = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  return {
    day: `${part.year}-${part.month}-${part.day}`,
    weekday: String(part.weekday).toLowerCase() as Weekday,
    time: `${part.hour}:${part.minute}`,
  };
}
function wallOpen(window: Window, zone: string, ms: number): boolean {
  const { day, weekday, time } = wall(ms, zone);
  if (window.blackout_dates?.includes(day)) return false;
  return (window.days?.[weekday] ?? []).some(([from, to]) => time >= from && time < to);
}

const ZONES = [
  'Europe/Madrid',
  'America/New_York',
  'America/Sao_Paulo',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Atlantic/Azores',
];
const time = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const span = fc
  .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 48 }))
  .map(([from, length]): [string, string] => [time(from * 15), time(Math.min(from * 15 + length * 15, 1440))]);
const days = fc
  .array(fc.array(span, { maxLength: 2 }), { minLength: 7, maxLength: 7 })
  .filter((list) => list.some((spans) => spans.length > 0))
  .map((list) => Object.fromEntries(list.map((spans, n) => [WEEKDAYS[n], spans])) as NonNullable<Window['days']>);
const minutes = (from: string, to: string) =>
  fc.integer({ min: Date.parse(from) / 60_000, max: Date.parse(to) / 60_000 }).map((minute) => minute * 60_000);

describe('send windows', () => {
  it('never open outside their times, and never later than the first minute the wall clock allows', () => {
    // Around the days on which clocks change, where mistakes live, and anywhere else.
    const instants = fc.oneof(
      minutes('2026-03-06T00:00:00Z', '2026-03-10T00:00:00Z'),
      minutes('2026-03-27T00:00:00Z', '2026-04-06T00:00:00Z'),
      minutes('2026-10-23T00:00:00Z', '2026-11-03T00:00:00Z'),
      minutes('2026-01-01T00:00:00Z', '2028-01-01T00:00:00Z'),
    );
    fc.assert(
      fc.property(days, fc.constantFrom(...ZONES), instants, (open, zone, at) => {
        const window: Window = { days: open };
        const { opensAt, reason } = nextOpen(window, zone, at);
        const opensMs = Date.parse(opensAt ?? '');
        expect(wallOpen(window, zone, opensMs)).toBe(true);
        expect(opensMs).toBeGreaterThanOrEqual(at);
        expect(reason === null).toBe(opensMs === at);
        // Every quarter of an hour before it is closed; all times and all changes of clocks lie on quarters.
        const quarter = 15 * 60_000;
        for (let ms = at; ms < opensMs && ms < at + 8 * 86_400_000; ms = (Math.floor(ms / quarter) + 1) * quarter) {
          if (wallOpen(window, zone, ms)) throw new Error(`open at ${new Date(ms).toISOString()} already`);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('close next at the first minute at which the wall clock doesn’t allow them', () => {
    const instants = fc.oneof(
      minutes('2026-03-27T00:00:00Z', '2026-04-06T00:00:00Z'),
      minutes('2026-10-23T00:00:00Z', '2026-11-03T00:00:00Z'),
    );
    fc.assert(
      fc.property(days, fc.constantFrom(...ZONES), instants, (open, zone, from) => {
        const window: Window = { days: open };
        const at = Date.parse(nextOpen(window, zone, from).opensAt ?? '');
        const closed = nextClosed(window, zone, at);
        const closesMs = closed ? Date.parse(closed.from) : at + 8 * 86_400_000;
        const quarter = 15 * 60_000;
        for (let ms = at; ms < closesMs; ms = (Math.floor(ms / quarter) + 1) * quarter) {
          if (!wallOpen(window, zone, ms)) throw new Error(`closed at ${new Date(ms).toISOString()} already`);
        }
        if (!closed) return;
        expect(wallOpen(window, zone, closesMs)).toBe(false);
        expect(closed.until).toBe(nextOpen(window, zone, closesMs).opensAt);
      }),
      { numRuns: 200 },
    );
  });

  it('open at their own beginning on a day on which clocks are turned back later', () => {
    const window: Window = { days: { sat: [['00:00', '00:15']], sun: [['00:00', '01:45']] } };
    const saturdayNight = Date.parse('2026-04-03T13:15:00Z');
    expect(nextOpen(window, 'Australia/Lord_Howe', saturdayNight).opensAt).toBe('2026-04-04T13:00:00.000Z');
  });

  it('are open at their beginning and closed at their end', () => {
    expect(opens(OFFICE, 'Europe/Madrid', '2026-03-02T08:00:00Z')).toEqual({
      opensAt: '2026-03-02T08:00:00.000Z',
      reason: null,
    });
    expect(opens(OFFICE, 'Europe/Madrid', '2026-03-02T16:59:59.999Z').reason).toBeNull();
    expect(opens(OFFICE, 'Europe/Madrid', '2026-03-02T17:00:00Z')).toEqual({
      opensAt: '2026-03-03T08:00:00.000Z',
      reason: 'outside_window',
    });
  });

  it('carry a Friday evening over the weekend, and over the change of clocks', () => {
    // Spain puts its clocks forward on 29 March 2026: 09:00 is 07:00 UTC from then on.
    expect(opens(OFFICE, 'Europe/Madrid', '2026-03-27T20:00:00Z').opensAt).toBe('2026-03-30T07:00:00.000Z');
    expect(opens(OFFICE, 'America/New_York', '2026-10-30T23:00:00Z').opensAt).toBe('2026-11-02T14:00:00.000Z');
  });

  it('begin with the first minute after the gap where their own first minute is skipped', () => {
    const night: Window = { days: { sun: [['02:30', '05:00']] } };
    expect(opens(night, 'Europe/Madrid', '2026-03-29T00:00:00Z').opensAt).toBe('2026-03-29T01:00:00.000Z');
    const midnight: Window = { days: { sun: [['00:00', '06:00']] } };
    // Santiago skips midnight itself on 6 September 2026.
    expect(opens(midnight, 'America/Santiago', '2026-09-06T03:00:00Z').opensAt).toBe('2026-09-06T04:00:00.000Z');
  });

  it('hold on holidays and blackout dates, and say that it is a holiday', () => {
    const window: Window = { ...OFFICE, holidays: ['ES'], blackout_dates: ['2026-01-07'] };
    // 6 January is a holiday in Spain, the 7th is blacked out.
    expect(opens(window, 'Europe/Madrid', '2026-01-06T10:00:00Z')).toEqual({
      opensAt: '2026-01-08T08:00:00.000Z',
      reason: 'holiday',
    });
    // Epiphany's eve is only observed, and stays open.
    expect(opens({ ...OFFICE, holidays: ['ES'] }, 'Europe/Madrid', '2026-01-05T10:00:00Z').reason).toBeNull();
    expect(opens({ ...OFFICE, holidays: ['ES'] }, 'Europe/Madrid', '2026-03-19T10:00:00Z').reason).toBeNull();
    expect(opens({ ...OFFICE, holidays: ['DE-BY'] }, 'Europe/Berlin', '2026-01-06T10:00:00Z').reason).toBe('holiday');
    expect(opens({ ...OFFICE, holidays: ['DE-BE'] }, 'Europe/Berlin', '2026-01-06T10:00:00Z').reason).toBeNull();
  });

  it('without days are open at all times but on closed days', () => {
    const window: Window = { blackout_dates: ['2026-03-02'] };
    expect(opens(window, 'Europe/Madrid', '2026-03-02T10:00:00Z').opensAt).toBe('2026-03-02T23:00:00.000Z');
  });

  it('that never open say so', () => {
    expect(opens({ days: { mon: [] } }, 'Europe/Madrid', '2026-03-02T10:00:00Z').opensAt).toBeNull();
  });

  it('are read in the lead’s zone, the workflow’s or a named one', () => {
    const zones = { timezone: 'Asia/Tokyo', agentTimezone: 'Europe/Madrid' };
    expect(windowZone({}, zones)).toBe('Asia/Tokyo');
    expect(windowZone({ timezone: 'workflow' }, zones)).toBe('Europe/Madrid');
    expect(windowZone({ timezone: 'America/Lima' }, zones)).toBe('America/Lima');
  });

  it('of a step inherit the agent’s unless they are custom or none', () => {
    expect(effectiveWindow(undefined, OFFICE)).toEqual(OFFICE);
    expect(effectiveWindow({ mode: 'none' }, OFFICE)).toBeNull();
    expect(effectiveWindow({ days: { sun: nineToSix } }, OFFICE)?.days).toEqual({ sun: nineToSix });
    expect(effectiveWindow({ mode: 'inherit', outside: 'skip' }, OFFICE)).toEqual({ ...OFFICE, outside: 'skip' });
    expect(effectiveWindow(undefined, undefined)).toBeNull();
  });

  it('agree with themselves: what opens is open', () => {
    expect(isOpen(OFFICE, 'Europe/Madrid', Date.parse('2026-03-30T07:00:00Z'))).toBe(true);
    expect(isOpen(OFFICE, 'Europe/Madrid', Date.parse('2026-03-30T06:59:59Z'))).toBe(false);
  });
});
