import type { Window } from '../../schemas/cadence/cadence.js';
import { isClosedDay } from './holidays.js';
import {
  addDays,
  dayOf,
  instantOf,
  instantsOf,
  inZone,
  iso,
  minuteOf,
  minuteOfDay,
  transitionBetween,
  WEEKDAYS,
  weekdayOf,
} from './zoned.js';

/** The number of days ahead in which an opening is searched. */
const MAX_DAYS = 400;

/** The time when a window is open next, and why it isn't now. */
export interface Opening {
  /** The first open instant (ISO), `at` itself while open; null when none comes within 400 days. */
  opensAt: string | null;
  reason: 'outside_window' | 'holiday' | null;
}

/**
 * Returns the window that counts for a step: its own, or the agent's where it inherits; null where nothing limits it.
 */
export function effectiveWindow(step: Window | undefined, inherited: Window | undefined): Window | null {
  const mode = step?.mode ?? (step?.days ? 'custom' : 'inherit');
  if (mode === 'none') return null;
  const window = mode === 'custom' ? step : inherited;
  if (!window || window.mode === 'none' || !limits(window)) return null;
  return mode === 'inherit' && step?.outside ? { ...window, outside: step.outside } : window;
}

const limits = (window: Window): boolean =>
  window.days !== undefined || Boolean(window.holidays?.length) || Boolean(window.blackout_dates?.length);

/** Returns the zone a window's times are read in. */
export function windowZone(window: Window, zones: { timezone: string; agentTimezone: string }): string {
  if (window.timezone === undefined || window.timezone === 'lead') return zones.timezone;
  return window.timezone === 'workflow' ? zones.agentTimezone : window.timezone;
}

/** The open minutes of a calendar day, by its weekday alone; a window without days is open all day. */
function spansOf(window: Window, day: string): [number, number][] {
  if (!window.days) return [[0, 24 * 60]];
  const spans = window.days[WEEKDAYS[weekdayOf(day)] ?? 'mon'] ?? [];
  return spans.map(([from, to]): [number, number] => [minuteOf(from), minuteOf(to)]);
}

/** Returns whether the local time of the zone is within an open window. Ends are exclusive. */
export function isOpen(window: Window, zone: string, at: number): boolean {
  const local = inZone(at, zone);
  const day = local.toISODate() ?? '';
  if (isClosedDay(day, window)) return false;
  const minute = minuteOfDay(local);
  return spansOf(window, day).some(([from, to]) => minute >= from && minute < to);
}

/**
 * Returns the next instant at which a window is open. What counts is what the clock on the wall shows, so the hour that
 * daylight saving repeats or skips is neither used twice by surprise nor missed: candidates are the beginnings of open
 * times and the instants at which clocks change.
 */
export function nextOpen(window: Window, zone: string, at: number): Opening {
  if (isOpen(window, zone, at)) return { opensAt: iso(at), reason: null };
  const today = dayOf(at, zone);
  const reason = isClosedDay(today, window) && spansOf(window, today).length > 0 ? 'holiday' : 'outside_window';
  for (let n = 0; n <= MAX_DAYS; n += 1) {
    const day = addDays(today, n);
    if (isClosedDay(day, window)) continue;
    const spans = spansOf(window, day);
    if (spans.length === 0) continue;
    const opens = candidates(day, spans, zone)
      .filter((ms) => ms >= at && isOpen(window, zone, ms))
      .sort((a, b) => a - b)[0];
    if (opens !== undefined) return { opensAt: iso(opens), reason };
  }
  return { opensAt: null, reason };
}

/** The number of days ahead in which an end is searched. Beyond it a window counts as always open. */
const MAX_OPEN_DAYS = 8;

/** Returns the time for which a window that is open at an instant closes next; undefined where it stays open for days. */
export function nextClosed(window: Window, zone: string, at: number): { from: string; until: string } | undefined {
  const today = dayOf(at, zone);
  for (let n = 0; n <= MAX_OPEN_DAYS; n += 1) {
    const day = addDays(today, n);
    const ends = spansOf(window, day).map(([, to]): [number, number] => [to, to]);
    const instants = [...candidates(day, ends, zone), instantOf(addDays(day, 1), 0, zone)];
    const from = instants.filter((ms) => ms > at && !isOpen(window, zone, ms)).sort((a, b) => a - b)[0];
    if (from === undefined) continue;
    const { opensAt } = nextOpen(window, zone, from);
    return opensAt === null ? undefined : { from: iso(from), until: opensAt };
  }
  return undefined;
}

function candidates(day: string, spans: [number, number][], zone: string): number[] {
  const starts = spans.flatMap(([from]) => instantsOf(day, from, zone));
  const noon = Date.parse(`${day}T12:00:00Z`);
  const change = transitionBetween(noon - 30 * 3_600_000, noon + 30 * 3_600_000, zone);
  // A change on the day after is no candidate of this day: that day may open before it.
  return change === undefined || dayOf(change, zone) !== day ? starts : [...starts, change];
}
