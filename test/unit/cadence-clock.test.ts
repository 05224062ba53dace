import { describe, expect, it } from '@jest/globals';
import { simulate } from '../../domain/cadence/simulate.js';
import type { CadenceStepRequest, Weekday } from '../../schemas/cadence.js';
import { definitionOf, factsOf, mail } from '../support/cadence.js';

/** Zones whose clocks change on either half of the globe, at midnight, by half an hour, or never. */
const ZONES = [
  ...['Europe/Madrid', 'Europe/London', 'America/New_York', 'America/Sao_Paulo', 'America/St_Johns', 'Asia/Kolkata'],
  ...['Australia/Lord_Howe', 'Australia/Adelaide', 'Asia/Kathmandu', 'Pacific/Chatham', 'Africa/Cairo', 'Asia/Beirut'],
  ...['America/Santiago', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC', 'America/Havana', 'Asia/Tokyo'],
];
const QUARTER = 15 * 60_000;
const DAYS: Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** What the wall shows, told by Intl alone: the service's own date library has no part in the expectation. */
function wallOf(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (ms: number) => {
    const [day = '', time = ''] = format.format(ms).split(' ');
    return { day, time, weekday: DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] as Weekday };
  };
}

/** A repeatable sequence, so that a failing cadence can be looked at again. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

type Plan = { step: CadenceStepRequest; after: (anchor: number) => number };

function cadenceOf(seed: number) {
  const pick = sequence(seed);
  const zone = ZONES[pick(ZONES.length)] as string;
  const wall = wallOf(zone);
  const open = `0${7 + pick(3)}:${['00', '15', '30'][pick(3)]}`;
  const close = `${16 + pick(4)}:00`;
  const days = DAYS.filter((_, at) => at > 0 && at < 6 - pick(2));
  const first = (from: number, holds: (at: number) => boolean) => {
    for (let at = from; at < from + 30 * 86_400_000; at += QUARTER) if (holds(at)) return at;
    throw new Error('nothing within 30 days');
  };
  const opening = (from: number) =>
    first(from, (at) => {
      const { weekday, time } = wall(at);
      return days.includes(weekday) && time >= open && time < close;
    });
  const plans: Plan[] = Array.from({ length: 4 + pick(4) }, (_, n) => {
    const amount = 1 + pick(5);
    const kind = n === 0 ? 0 : pick(3);
    if (kind === 0) {
      const step = mail(`m${n}`, { delay: { type: 'after', amount: amount * 3, unit: 'hours' } });
      return { step, after: (anchor) => anchor + amount * 3 * 3_600_000 };
    }
    if (kind === 1) {
      const step = mail(`m${n}`, { delay: { type: 'after', amount, unit: 'days' } });
      // The same time on the wall so many days on; where it is skipped the first instant after, where it comes twice the first.
      const after = (anchor: number) => {
        const date = new Date(`${wall(anchor).day}T00:00:00Z`);
        date.setUTCDate(date.getUTCDate() + amount);
        const wanted = `${date.toISOString().slice(0, 10)} ${wall(anchor).time}`;
        return first(anchor, (at) => `${wall(at).day} ${wall(at).time}` >= wanted);
      };
      return { step, after };
    }
    const time = `${10 + pick(10)}:${['00', '30', '45'][pick(3)]}`;
    const step = mail(`m${n}`, { delay: { type: 'at_local_time', time } });
    return { step, after: (anchor) => first(anchor + QUARTER, (at) => wall(at).time === time) };
  });
  // Starts lie in the weeks around the changes of clocks in March and October.
  const starts = [Date.UTC(2026, 2, 1), Date.UTC(2026, 2, 20), Date.UTC(2026, 9, 1), Date.UTC(2026, 9, 20)];
  const start = (starts[pick(4)] as number) + pick(7 * 96) * QUARTER;
  const span: [string, string][] = [[open, close]];
  const window = { timezone: zone, days: Object.fromEntries(days.map((day) => [day, span])) };
  return { zone, start, plans, window, opening, wall, open, close, days };
}

describe('fifty cadences of three weeks', () => {
  it('send each mail at the very instant that an independent reckoning names, and never outside their window', () => {
    let mails = 0;
    for (let seed = 1; seed <= 50; seed += 1) {
      const { zone, start, plans, window, opening, wall, open, close, days } = cadenceOf(seed);
      const expected: string[] = [];
      let anchor = start;
      for (const { after } of plans) {
        anchor = opening(after(anchor));
        expected.push(new Date(anchor).toISOString());
      }
      const definition = definitionOf(
        plans.map(({ step }) => step),
        { window },
      );
      const { timeline } = simulate(definition, factsOf({ timezone: zone }), {
        startsAt: new Date(start),
        renderContent: ({ subject, content }) => ({ subject, text: content }),
        renderText: (template) => template,
      });
      const sent = timeline.filter(({ type }) => type === 'message').map(({ at }) => at);
      expect({ seed, zone, sent }).toEqual({ seed, zone, sent: expected });
      for (const at of sent) {
        const { weekday, time } = wall(Date.parse(at));
        expect(days.includes(weekday) && time >= open && time < close).toBe(true);
      }
      mails += sent.length;
    }
    expect(mails).toBeGreaterThan(200);
  }, 60_000);
});
