import { DateTime } from 'luxon';
import type { ConditionUnit } from '../../../schemas/rules/conditions.js';
import { addDays, dayOf, instantOf, inZone } from '../../time/zoned.js';

/** A date as conditions read it: an instant, and the calendar day where it is one without a time. */
export interface DateValue {
  ms: number;
  /** Set where only a day is meant, YYYY-MM-DD; `ms` is then its beginning in the zone. */
  day?: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i;
const EPOCH = /^\d{9,14}$/;
/** Between these the day has four digits for its year in every zone, so that days compare as texts. */
const FIRST_MS = Date.parse('0000-01-02T00:00:00Z');
const LAST_MS = Date.parse('9999-12-30T23:59:59Z');
const WORDS: Record<string, number> = { today: 0, tomorrow: 1, yesterday: -1 };

/**
 * Reads a date: ISO 8601 (a time without an offset counts in `zone`), or seconds or milliseconds since 1970.
 * Small numbers are no dates, so that a budget of 5000 is never taken for one.
 */
export function readDate(value: unknown, zone: string): DateValue | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : { ms: value.getTime() };
  if (typeof value === 'number') return epoch(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (EPOCH.test(text)) return epoch(Number(text));
  if (DAY.test(text)) return DateTime.fromISO(text, { zone: 'utc' }).isValid ? dayValue(text, zone) : undefined;
  if (!DATE_TIME.test(text)) return undefined;
  const parsed = DateTime.fromISO(text.replace(' ', 'T'), { zone });
  return parsed.isValid ? { ms: Math.min(LAST_MS, Math.max(FIRST_MS, parsed.toMillis())) } : undefined;
}

/** Reads what a date is compared with: a date, or `now`, `today`, `tomorrow`, `yesterday`. */
export function readExpectedDate(value: unknown, zone: string, now: number): DateValue | undefined {
  if (value === 'now') return { ms: now };
  const offset = typeof value === 'string' && Object.hasOwn(WORDS, value) ? WORDS[value] : undefined;
  return offset === undefined ? readDate(value, zone) : dayValue(addDays(dayOf(now, zone), offset), zone);
}

const dayValue = (day: string, zone: string): DateValue => ({ ms: instantOf(day, 0, zone), day });

function epoch(value: number): DateValue | undefined {
  if (!Number.isInteger(value) || value < 100_000_000 || value > 99_999_999_999_999) return undefined;
  return { ms: value >= 100_000_000_000 ? value : value * 1000 };
}

/** Returns the calendar day of a date in a zone. */
export const calendarDay = (date: DateValue, zone: string): string => date.day ?? dayOf(date.ms, zone);

/** Compares two dates: by calendar day where the second is only a day, else by instant. */
export function compareDates(a: DateValue, b: DateValue, zone: string): number {
  if (b.day === undefined) return a.ms - b.ms;
  return calendarDay(a, zone).localeCompare(b.day);
}

/** Returns the instant `amount` units after (or before) another, by the zone's calendar from days upwards. */
export const shift = (ms: number, amount: number, unit: ConditionUnit, zone: string): number =>
  inZone(ms, zone)
    .plus({ [unit]: amount })
    .toMillis();
