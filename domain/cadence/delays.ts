import type { Delay } from '../../schemas/cadence/cadence.js';
import type { Facts } from '../facts.js';
import { readDate } from '../rules/conditions/dates.js';
import { readField } from '../rules/conditions/sources/field.js';
import { readLead } from '../rules/conditions/sources/lead.js';
import { readMetadata } from '../rules/conditions/sources/metadata.js';
import { isClosedDay } from '../time/holidays.js';
import {
  addDays,
  DAY_MS,
  dayOf,
  instantOf,
  inZone,
  MINUTE_MS,
  minuteOf,
  minuteOfDay,
  WEEKDAYS,
  weekdayOf,
} from '../time/zoned.js';

const MAX_DAYS = 400;
const LENGTHS = { seconds: 1000, minutes: MINUTE_MS, hours: 60 * MINUTE_MS } as const;

/** The context of a delay. */
export interface DelayContext {
  /** The time when the step before sent or ended, in milliseconds. */
  anchor: number;
  /** The time zone that applies. */
  zone: string;
  facts: Facts;
  /** Days without business in addition to weekends. */
  closed?: { holidays?: readonly string[] | undefined; blackout_dates?: readonly string[] | undefined };
}

/**
 * Returns the instant at which a delay ends, which may lie in the past; null where it counts from a date the lead
 * doesn't have. Minutes and hours are exact. Days keep the time of day on the lead's clock; where that time is skipped
 * by daylight saving, the first instant after it counts, where it comes twice, the first.
 */
export function dueAt(delay: Delay | undefined, context: DelayContext): number | null {
  if (!delay) return context.anchor;
  switch (delay.type) {
    case 'none':
      return context.anchor;
    case 'after':
      return after(delay.amount, delay.unit, context);
    case 'at_local_time':
      return nextLocalTime(delay.time, delay.days, context);
    case 'until_field':
      return fieldDate(delay.source, delay.key, delay.offset_minutes ?? 0, context);
  }
}

/** Returns how late something due at `due` is at `now`, in whole seconds; 0 while it isn't. */
export const lateBySeconds = (due: number, now: number): number => Math.max(0, Math.floor((now - due) / 1000));

function after(amount: number, unit: (Delay & { type: 'after' })['unit'], context: DelayContext): number {
  const { anchor, zone } = context;
  if (unit === 'seconds' || unit === 'minutes' || unit === 'hours') return anchor + Math.round(amount * LENGTHS[unit]);
  const days = unit === 'weeks' ? amount * 7 : amount;
  const whole = Math.floor(days);
  const rest = Math.round((days - whole) * DAY_MS);
  const step = unit === 'business_days' ? (day: string) => businessDaysAfter(day, whole, context) : undefined;
  const from = dayOf(anchor, zone);
  return sameTimeOn(step ? step(from) : addDays(from, whole), anchor, zone) + rest;
}

function sameTimeOn(day: string, anchor: number, zone: string): number {
  if (day === dayOf(anchor, zone)) return anchor;
  const local = inZone(anchor, zone);
  return instantOf(day, minuteOfDay(local), zone) + local.second * 1000 + local.millisecond;
}

function businessDaysAfter(from: string, count: number, context: DelayContext): string {
  let day = from;
  let left = count;
  for (let n = 0; left > 0 && n < MAX_DAYS * 10; n += 1) {
    day = addDays(day, 1);
    if (weekdayOf(day) < 5 && !isClosedDay(day, context.closed ?? {})) left -= 1;
  }
  return day;
}

function nextLocalTime(time: string, days: readonly string[] | undefined, context: DelayContext): number {
  const { anchor, zone } = context;
  const today = dayOf(anchor, zone);
  for (let n = 0; n <= 14; n += 1) {
    const day = addDays(today, n);
    if (days && days.length > 0 && !days.includes(WEEKDAYS[weekdayOf(day)] ?? '')) continue;
    const due = instantOf(day, minuteOf(time), zone);
    if (due > anchor) return due;
  }
  return anchor;
}

function fieldDate(source: 'lead' | 'metadata' | 'field', key: string, offset: number, context: DelayContext) {
  const read = { lead: readLead, metadata: readMetadata, field: readField }[source];
  const date = readDate(read(key, context.facts).value, context.zone);
  return date === undefined ? null : date.ms + offset * MINUTE_MS;
}
