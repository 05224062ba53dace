import type { CronSpec } from './cron.js';
import { DAY_MS, inZone, MINUTE_MS } from './zoned.js';

const HOUR_MS = 60 * MINUTE_MS;
/** Eight years hold every 29 February; with the days of the week it can take 40. */
const MS_AHEAD = 40 * 366 * DAY_MS;

/**
 * Returns the next runs after an instant, as Temporal's schedules will do them, in every zone: a time that the clock
 * jumps over doesn't fire. Where the clock is turned back, some times fire twice and some an hour late, as they do
 * there.
 */
export function nextRuns(spec: CronSpec, zone: string, after: Date, count: number): Date[] {
  const calendars = calendarsOf(spec);
  const runs: Date[] = [];
  let last = after.getTime();
  while (runs.length < count) {
    const next = Math.min(...calendars.map((calendar) => nextOf(calendar, zone, last)));
    if (next === Number.POSITIVE_INFINITY) break;
    runs.push(new Date(next));
    last = next;
  }
  return runs;
}

type Calendar = Record<'minutes' | 'hours' | 'daysOfMonth' | 'months' | 'daysOfWeek', ReadonlySet<number> | null>;

/**
 * Returns the required matches; two calendars if either day may match, since one requires both. Null matches
 * everything.
 */
function calendarsOf(spec: CronSpec): Calendar[] {
  const all = {
    minutes: new Set(spec.minutes),
    hours: new Set(spec.hours),
    daysOfMonth: new Set(spec.daysOfMonth),
    months: new Set(spec.months),
    daysOfWeek: new Set(spec.daysOfWeek),
  };
  if (!spec.eitherDay) return [all];
  return [
    { ...all, daysOfWeek: null },
    { ...all, daysOfMonth: null },
  ];
}

const has = (values: ReadonlySet<number> | null, value: number): boolean => values?.has(value) ?? true;

/**
 * The first run after an instant. It looks for it minute by minute on the zone's clock, `wall` being what that shows as
 * if it were UTC, and `late` the hour that is added while an hour is gone through again. Infinity: there is none.
 */
function nextOf(calendar: Calendar, zone: string, after: number): number {
  const begin = wallOf(after, zone);
  let late = hourOf(wallOf(after - HOUR_MS, zone)) === hourOf(begin) ? HOUR_MS : 0;
  let wall = begin - (begin % MINUTE_MS);
  const step = (): void => {
    const hour = startOf(wall, HOUR_MS);
    wall += MINUTE_MS;
    if (wall - hour < HOUR_MS) return;
    // An hour of the clock that lasts longer than one is gone through again.
    const again = late === 0 && instantOf(wall, zone) - instantOf(hour, zone) > HOUR_MS;
    if (again) wall = hour;
    late = again ? HOUR_MS : 0;
  };
  const skipTo = (to: number): void => {
    wall = to;
    late = 0;
  };
  step();
  while (wall < begin + MS_AHEAD) {
    const date = new Date(wall);
    if (!has(calendar.months, date.getUTCMonth() + 1)) {
      skipTo(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
    } else if (!has(calendar.daysOfMonth, date.getUTCDate()) || !has(calendar.daysOfWeek, weekdayAt(wall, zone))) {
      skipTo(startOf(wall, DAY_MS) + DAY_MS);
    } else if (!has(calendar.hours, date.getUTCHours())) {
      skipTo(startOf(wall, HOUR_MS) + HOUR_MS);
    } else if (!has(calendar.minutes, date.getUTCMinutes())) {
      step();
    } else {
      const at = instantOf(wall, zone);
      if (hourOf(wallOf(at, zone)) === date.getUTCHours()) return at + late;
      // The clock jumps over this time.
      wall = startOf(wall, HOUR_MS) + HOUR_MS;
    }
  }
  return Number.POSITIVE_INFINITY;
}

const startOf = (wall: number, unit: number): number => wall - (wall % unit);
const hourOf = (wall: number): number => new Date(wall).getUTCHours();
const offsetMs = (at: number, zone: string): number => inZone(at, zone).offset * MINUTE_MS;
const wallOf = (at: number, zone: string): number => at + offsetMs(at, zone);

/** Counting from Sunday, and of the instant: where the clock jumps over a midnight, the day before or the same. */
const weekdayAt = (wall: number, zone: string): number => new Date(wallOf(instantOf(wall, zone), zone)).getUTCDay();

/**
 * The instant at which the clock shows this, by the offset that holds once the one of the same time in UTC is taken
 * off: of a time that comes twice, the later east of Greenwich and the earlier west of it.
 */
function instantOf(wall: number, zone: string): number {
  const offset = offsetMs(wall, zone);
  return offset === 0 ? wall : wall - offsetMs(wall - offset, zone);
}
