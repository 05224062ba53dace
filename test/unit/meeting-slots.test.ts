import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { alternativesTo } from '../../domain/meetings/alternatives.js';
import { orderHosts } from '../../domain/meetings/assignment.js';
import { type AvailabilityBlock, hoursOf, overlaps } from '../../domain/meetings/availability.js';
import {
  type BusySpan,
  cellsOf,
  checkSlot,
  freeSlots,
  type HostSchedule,
  type SlotRules,
} from '../../domain/meetings/slots.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { mayBecome } from '../../domain/meetings/transitions.js';
import { MEETING_STATUSES } from '../../schemas/meetings/meetings.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
/** Each with one of the nights on which its clocks change in 2027: forward, then back. */
const ZONES = [
  { zone: 'Europe/Madrid', gap: '2027-03-28T02:30', fold: '2027-10-31T02:30' },
  { zone: 'America/New_York', gap: '2027-03-14T02:30', fold: '2027-11-07T01:30' },
  { zone: 'Australia/Lord_Howe', gap: '2027-10-03T02:15', fold: '2027-04-04T01:45' },
  { zone: 'America/Santiago', gap: '2027-09-05T00:30', fold: '2027-04-03T23:30' },
];
const RULES: SlotRules = {
  durationMinutes: 30,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  minimumNoticeMinutes: 0,
  maxDaysAhead: 365,
  slotIntervalMinutes: 30,
  maxPerDay: null,
};
const weekly = (more: Partial<AvailabilityBlock> = {}): AvailabilityBlock => ({
  id: 'w',
  kind: 'weekly',
  weekdays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  starts: '00:00',
  ends: '24:00',
  timezone: 'UTC',
  validFrom: null,
  validTo: null,
  ...more,
});
const schedule = (more: Partial<HostSchedule> = {}): HostSchedule => ({
  hostId: 'h',
  hostName: 'Hanna',
  timezone: 'UTC',
  maxPerDay: null,
  blocks: [weekly()],
  taken: [],
  ...more,
});

describe('a start', () => {
  it.each(ZONES)(
    'in the gap of $zone is none; in the fold its first time is meant, its offset tells',
    ({ zone, gap, fold }) => {
      expect(readInstant(gap, zone).ok).toBe(false);
      const first = readInstant(fold, zone);
      if (!first.ok) throw new Error('The fold is a time.');
      const offset = (ms: number) => new Date(ms).toISOString();
      const again = readInstant(offset(first.ms), 'UTC');
      expect(again).toEqual(first);
      const later = [30, 60].map((minutes) => first.ms + minutes * MINUTE);
      const spelled = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      const clock = (ms: number) => spelled.format(ms);
      expect(later.map(clock)).toContain(clock(first.ms));
    },
  );

  it('reads what Date reads, and refuses what Date moves', () => {
    const fractions = ['2027-03-01T09:00:00.123456Z', '2027-03-01T09:00:00.1234567891Z'];
    const offsets = ['2027-03-01T09:00:00+05:30', '2027-03-01T09:00:00-0330'];
    const coarse = ['2027-03-01T09:00Z', '2027-03T09:00Z', '2027T09:00:30-03:00', '2100-12-31T09:00Z'];
    for (const text of [...fractions, ...offsets, ...coarse]) {
      expect(readInstant(text, 'UTC')).toEqual({ ok: true, ms: Date.parse(text) });
    }
    // As databases write it.
    expect(readInstant('2027-03-01 09:00:00+01', 'UTC')).toEqual({ ok: true, ms: Date.parse('2027-03-01T08:00Z') });
    const none = ['2027-02-29T10:00Z', '2027-04-31T10:00Z', '2027-03-01T24:00Z', '2027-03-01T10:60Z', '2027-03-01'];
    for (const text of [...none, '', '9', '2027-03-01T10:00+24:00', '2101-01-01T00:00Z']) {
      expect([text, readInstant(text, 'UTC').ok]).toEqual([text, false]);
    }
  });

  it.each(ZONES)('of a meeting across the change in $zone leaves its length alone', ({ zone, gap }) => {
    const before = readInstant(`${gap.slice(0, 10)}T00:00`, zone);
    const start = before.ok ? before.ms : Date.parse(`${gap}Z`) - 6 * 60 * MINUTE;
    const rules = { ...RULES, durationMinutes: 300 };
    const slots = freeSlots(
      schedule({ timezone: zone, blocks: [weekly({ timezone: zone })] }),
      { from: start, to: start + DAY },
      {
        rules,
        meetingTypeId: 't',
        now: start - DAY,
      },
    );
    expect(slots.length).toBeGreaterThan(20);
    for (const { from, to } of slots) expect(to - from).toBe(300 * MINUTE);
  });
});

describe('hours', () => {
  it.each(ZONES)('are those of the wall clock on days of change in $zone', ({ zone, gap, fold }) => {
    for (const day of [gap, fold].map((time) => time.slice(0, 10))) {
      const from = Date.parse(`${day}T00:00Z`) - DAY;
      const { open } = hoursOf([weekly({ timezone: zone, starts: '09:00', ends: '17:00' })], zone, {
        from,
        to: from + 3 * DAY,
      });
      const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
      for (const span of open) expect([clock.format(span.from), clock.format(span.to)]).toEqual(['09:00', '17:00']);
    }
  });

  it('of a day are its overrides where there are some, and time off closes them', () => {
    const day = Date.parse('2027-03-01T00:00Z');
    const range = { from: day, to: day + DAY };
    const other = weekly({
      id: 'o',
      kind: 'date_override',
      weekdays: [],
      starts: '20:00',
      ends: '21:00',
      validFrom: '2027-03-01',
    });
    const one = { ...other, validTo: '2027-03-01' };
    expect(hoursOf([weekly(), one], 'UTC', range).open).toEqual([
      { from: day + 20 * 60 * MINUTE, to: day + 21 * 60 * MINUTE, blockId: 'o' },
    ]);
    expect(hoursOf([weekly(), { ...one, starts: null, ends: null }], 'UTC', range).open).toEqual([]);
    // Without a last day it is one day's, as time off is.
    const twoDays = { from: day, to: day + 2 * DAY };
    expect(hoursOf([weekly(), other], 'UTC', twoDays)).toEqual(hoursOf([weekly(), one], 'UTC', twoDays));
    const off = { ...one, kind: 'time_off' as const, starts: '12:00', ends: '18:00', validTo: '2027-03-02' };
    const check = (hour: number) =>
      checkSlot(schedule({ blocks: [weekly(), off] }), {
        start: day + hour * 60 * MINUTE,
        rules: RULES,
        meetingTypeId: 't',
        now: day - DAY,
      }).conflicts.map(({ type }) => type);
    expect([check(11), check(12), check(30), check(42)]).toEqual([
      [],
      ['availability_block'],
      ['availability_block'],
      [],
    ]);
  });
});

const base = Date.parse('2027-03-01T00:00Z');
const rulesArbitrary = fc.record({
  durationMinutes: fc.integer({ min: 5, max: 120 }),
  bufferBeforeMinutes: fc.integer({ min: 0, max: 30 }),
  bufferAfterMinutes: fc.integer({ min: 0, max: 30 }),
  minimumNoticeMinutes: fc.integer({ min: 0, max: 600 }),
  maxDaysAhead: fc.integer({ min: 1, max: 5 }),
  slotIntervalMinutes: fc.integer({ min: 5, max: 60 }),
  maxPerDay: fc.option(fc.integer({ min: 1, max: 3 })),
});
const takenArbitrary = fc.array(
  fc.record({
    kind: fc.constantFrom('meeting' as const, 'hold' as const, 'calendar_busy' as const),
    at: fc.integer({ min: -100, max: 3_000 }),
    minutes: fc.integer({ min: 1, max: 180 }),
    buffer: fc.integer({ min: 0, max: 20 }),
  }),
  { maxLength: 12 },
);
const toTaken = ({
  kind,
  at,
  minutes,
  buffer,
}: {
  kind: BusySpan['kind'];
  at: number;
  minutes: number;
  buffer: number;
}): BusySpan => ({
  kind,
  id: 'x',
  title: null,
  from: base + at * MINUTE,
  to: base + (at + minutes) * MINUTE,
  bufferBeforeMinutes: buffer,
  bufferAfterMinutes: buffer,
  meetingTypeId: 't',
});

describe('free slots', () => {
  it('are all bookable, and one that is booked leaves no other that meets it', () => {
    fc.assert(
      fc.property(rulesArbitrary, takenArbitrary, fc.integer({ min: 0, max: 1_000 }), (rules, taken, nowAt) => {
        const host = schedule({ taken: taken.map(toTaken), blocks: [weekly({ starts: '08:00', ends: '18:00' })] });
        const wanted = { rules, meetingTypeId: 't', now: base + nowAt * MINUTE };
        const slots = freeSlots(host, { from: base, to: base + 2 * DAY }, wanted);
        for (const slot of slots) {
          expect(checkSlot(host, { ...wanted, start: slot.from }).conflicts).toEqual([]);
        }
        const [first] = slots;
        if (!first) return;
        const meeting: BusySpan = { ...toTaken({ kind: 'meeting', at: 0, minutes: 1, buffer: 0 }), ...first };
        meeting.bufferBeforeMinutes = rules.bufferBeforeMinutes;
        meeting.bufferAfterMinutes = rules.bufferAfterMinutes;
        const rest = freeSlots(
          { ...host, taken: [...host.taken, meeting] },
          { from: base, to: base + 2 * DAY },
          wanted,
        );
        const own = new Set(cellsOf(first, rules.bufferBeforeMinutes, rules.bufferAfterMinutes));
        for (const slot of rest) {
          expect(overlaps(slot, first)).toBe(false);
          const cells = cellsOf(slot, rules.bufferBeforeMinutes, rules.bufferAfterMinutes);
          expect(cells.some((cell) => own.has(cell))).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are offered as alternatives: at most three of the host, six in all, each bookable', () => {
    fc.assert(
      fc.property(rulesArbitrary, takenArbitrary, fc.integer({ min: 0, max: 2_000 }), (rules, taken, at) => {
        const host = schedule({ taken: taken.map(toTaken) });
        const others = ['a', 'b', 'c', 'd', 'e'].map((hostId) => schedule({ hostId }));
        const wanted = { rules, meetingTypeId: 't', now: base, start: base + at * MINUTE };
        const offered = alternativesTo(wanted, host, others);
        expect(offered.length).toBeLessThanOrEqual(6);
        expect(offered.filter(({ hostId }) => hostId === 'h').length).toBeLessThanOrEqual(3);
        for (const { hostId, from } of offered) {
          const of = [host, ...others].find((each) => each.hostId === hostId) as HostSchedule;
          expect(checkSlot(of, { ...wanted, start: from }).conflicts).toEqual([]);
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('alternatives', () => {
  it.each([
    ['before what can be booked', 0, { minimumNoticeMinutes: 20 * 24 * 60 }, 20],
    ['after it', 90, { maxDaysAhead: 60 }, 60],
  ])('to a time that lies %s are the nearest that can', (_what, day, rules, nearest) => {
    const wanted = { rules: { ...RULES, ...rules }, meetingTypeId: 't', now: base, start: base + day * DAY + MINUTE };
    const offered = alternativesTo(wanted, schedule(), []);
    expect(offered).toHaveLength(3);
    expect(offered[0]?.from).toBe(base + nearest * DAY);
    for (const { from } of offered) expect(checkSlot(schedule(), { ...wanted, start: from }).conflicts).toEqual([]);
  });
});

describe('assignment', () => {
  const candidate = (hostId: string, more: object = {}) => ({
    hostId,
    weight: 1,
    priority: 0,
    given: 0,
    lastGiven: 0,
    load: 0,
    ...more,
  });

  it('shares meetings by weight when hosts take turns', () => {
    const hosts = [candidate('a', { weight: 3 }), candidate('b')];
    for (let n = 1; n <= 40; n += 1) {
      const first = orderHosts(hosts, 'round_robin')[0];
      const chosen = hosts.find(({ hostId }) => hostId === first?.hostId) as (typeof hosts)[number];
      chosen.given += 1;
      chosen.lastGiven = n;
    }
    expect(hosts.map(({ given }) => given)).toEqual([30, 10]);
  });

  it('goes to the least loaded, by priority first, and to the host the lead knows before all', () => {
    const hosts = [
      candidate('a', { load: 60 }),
      candidate('b', { load: 30 }),
      candidate('c', { load: 90, priority: 1 }),
    ];
    const order = (...rest: Parameters<typeof orderHosts> extends [unknown, ...infer R] ? R : never) =>
      orderHosts(hosts, ...rest).map(({ hostId }) => hostId);
    expect(order('least_loaded')).toEqual(['c', 'b', 'a']);
    expect(order('fixed')).toEqual(['c', 'a', 'b']);
    expect(order('least_loaded', 'a')).toEqual(['a', 'c', 'b']);
  });
});

describe('the status of a meeting', () => {
  it('moves along the ways there are and no others', () => {
    const now = new Date();
    const ways = MEETING_STATUSES.flatMap((from) =>
      MEETING_STATUSES.filter((to) => mayBecome(from, to, null, now)).map((to) => `${from} -> ${to}`),
    );
    expect(ways).toEqual([
      'scheduled -> confirmed',
      'scheduled -> completed',
      'scheduled -> cancelled',
      'scheduled -> no_show',
      'confirmed -> completed',
      'confirmed -> cancelled',
      'confirmed -> no_show',
      'completed -> no_show',
      'no_show -> completed',
    ]);
  });
});
