import type { CadenceStepRequest, Weekday } from '../../schemas/cadence/cadence.js';
import { mail } from './cadence.js';

const QUARTER = 15 * 60_000;
const HOUR = 4 * QUARTER;
const DAY = 24 * HOUR;
const DAYS: Weekday[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Returns the wall clock by Intl alone, so that the expectation is independent of the service's date library. */
function wallOf(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const known = new Map<number, { day: string; time: string; weekday: Weekday }>();
  return (ms: number) => {
    let wall = known.get(ms);
    if (!wall) {
      const [day = '', clock = ''] = format.format(ms).split(' ');
      const time = `${clock}.${String(((ms % 1000) + 1000) % 1000).padStart(3, '0')}`;
      wall = { day, time, weekday: DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] as Weekday };
      known.set(ms, wall);
    }
    return wall;
  };
}

/** A repeatable sequence, so that a failing cadence can be looked at again. */
export function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

/** A pause of a cadence, from the instant it was asked for to the one of its resume. */
export interface Pause {
  from: number;
  to: number;
}

/** A cadence made up from a seed, and what an independent reckoning says about it. */
export interface ReckonedCadence {
  steps: CadenceStepRequest[];
  window: { timezone: string; days: Partial<Record<Weekday, [string, string][]>> };
  /**
   * Returns when the step of this number leaves, its delay counted from `anchor`; pauses shift what they keep waiting.
   */
  leaves(step: number, anchor: number, pauses?: readonly Pause[]): number;
  /** Returns whether mails may leave at this instant. */
  isOpen(at: number): boolean;
}

/**
 * A cadence of four to seven mails in this zone, with delays of hours, of days and to times of the day, in a window of
 * office hours. Clocks change at quarters of an hour, so the reckoning looks at the wall at every one.
 */
export function reckonedCadence(seed: number, zone: string): ReckonedCadence {
  const pick = sequence(seed);
  const wall = wallOf(zone);
  const open = `0${7 + pick(3)}:${['00', '15', '30'][pick(3)]}`;
  const close = `${16 + pick(4)}:00`;
  const days = DAYS.filter((_, at) => at > 0 && at < 6 - pick(2));

  const isOpen = (at: number) => {
    const { weekday, time } = wall(at);
    return days.includes(weekday) && time >= open && time < close;
  };
  /** The first of some instants, and of the quarters of an hour behind `from`, for which something holds. */
  const first = (from: number, holds: (at: number) => boolean, also: (n: number) => number = () => from) => {
    const quarter = Math.floor(from / QUARTER) * QUARTER;
    for (let n = 0; n < (40 * DAY) / QUARTER; n += 1) {
      const at = [quarter + n * QUARTER, also(n)].sort((a, b) => a - b).find((one) => one >= from && holds(one));
      if (at !== undefined) return at;
    }
    throw new Error('nothing within 40 days');
  };
  const opening = (from: number) => (isOpen(from) ? from : first(from, isOpen));

  const plans = Array.from({ length: 4 + pick(4) }, (_, n) => {
    const amount = 1 + pick(5);
    const kind = n === 0 ? 0 : pick(3);
    if (kind === 0) {
      const step = mail(`m${n}`, { delay: { type: 'after', amount: amount * 3, unit: 'hours' } });
      return { step, due: (anchor: number) => anchor + amount * 3 * HOUR };
    }
    if (kind === 1) {
      const step = mail(`m${n}`, { delay: { type: 'after', amount, unit: 'days' } });
      // The same time on the wall so many days on; where it is skipped the first instant after, where it comes twice the first.
      const due = (anchor: number) => {
        const date = new Date(`${wall(anchor).day}T00:00:00Z`);
        date.setUTCDate(date.getUTCDate() + amount);
        const wanted = `${date.toISOString().slice(0, 10)} ${wall(anchor).time}`;
        const reached = (at: number) => `${wall(at).day} ${wall(at).time}` >= wanted;
        return first(anchor, reached, (quarters) => anchor + quarters * QUARTER);
      };
      return { step, due };
    }
    const time = `${10 + pick(10)}:${['00', '30', '45'][pick(3)]}`;
    const step = mail(`m${n}`, { delay: { type: 'at_local_time', time } });
    return { step, due: (anchor: number) => first(anchor + 1, (at) => wall(at).time === `${time}:00.000`) };
  });
  const span: [string, string][] = [[open, close]];
  return {
    steps: plans.map(({ step }) => step),
    window: { timezone: zone, days: Object.fromEntries(days.map((day) => [day, span])) },
    isOpen,
    leaves(step, anchor, pauses = []) {
      let due = plans[step]?.due(anchor) ?? Number.NaN;
      let at = opening(due);
      for (const { from, to } of pauses) {
        if (from < anchor || from >= at) continue;
        due += to - from;
        at = opening(Math.max(due, to));
      }
      return at;
    },
  };
}
