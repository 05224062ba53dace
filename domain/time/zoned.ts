import { DateTime } from 'luxon';
import type { Weekday } from '../../schemas/cadence/cadence.js';

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Returns an instant on the clock of a zone. */
export const inZone = (ms: number, zone: string): DateTime => DateTime.fromMillis(ms, { zone });

/** Writes an instant as it is stored and answered: ISO 8601, UTC. */
export const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the calendar day of an instant in a zone, YYYY-MM-DD. */
export const dayOf = (ms: number, zone: string): string => inZone(ms, zone).toISODate() ?? '';

/** Returns the minutes of the zone's clock since midnight. */
export const minuteOfDay = (local: DateTime): number => local.hour * 60 + local.minute;

const offsetAt = (ms: number, zone: string): number => inZone(ms, zone).offset;

/**
 * Returns the first instant with another offset than the one at `from`, up to `to`; undefined where the offset stays.
 */
export function transitionBetween(from: number, to: number, zone: string): number | undefined {
  const before = offsetAt(from, zone);
  if (offsetAt(to, zone) === before) return undefined;
  let low = from;
  let high = to;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (middle <= low) break;
    if (offsetAt(middle, zone) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Lists every instant at which the zone's clock shows this day and minute, earliest first: none where the clock jumps
 * over it, two where it is turned back.
 */
export function instantsOf(day: string, minute: number, zone: string): number[] {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const offsets = new Set([offsetAt(asUtc - DAY_MS, zone), offsetAt(asUtc, zone), offsetAt(asUtc + DAY_MS, zone)]);
  return [...offsets]
    .map((offset) => ({ ms: asUtc - offset * MINUTE_MS, offset }))
    .filter(({ ms, offset }) => offsetAt(ms, zone) === offset)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);
}

/**
 * Returns the instant of a local day and minute: the earlier of two, and the end of the gap where the clock jumps over
 * it.
 */
export function instantOf(day: string, minute: number, zone: string): number {
  const [first] = instantsOf(day, minute, zone);
  if (first !== undefined) return first;
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  return transitionBetween(asUtc - DAY_MS, asUtc + DAY_MS, zone) ?? asUtc;
}

/** Returns the calendar day `days` after a day. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Counts the calendar days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);

/** The days of the week, Monday first. */
export const WEEKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** Returns the weekday of a calendar day, 0 for Monday. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Returns the minutes since midnight of a time such as 09:30 or 24:00. */
export function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
