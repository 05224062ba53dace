import { readInstant } from '../../domain/meetings/starts-at.js';
import { addDays, DAY_MS, instantOf } from '../../domain/time/zoned.js';
import { ApiError } from '../http/errors.js';
import { timezoneField } from '../http/request/fields.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const USUAL_DAYS = 7;
const MOST_DAYS = 31;

/** A date-time, or a day of the zone: its beginning, or as the end of a range the end of it. */
function boundOf(text: string, field: 'from' | 'to', zone: string): number {
  const isDay = DAY.test(text);
  const instant = readInstant(isDay ? `${text}T12:00:00Z` : text, zone);
  if (!instant.ok) throw new ApiError('INVALID_DATE', { message: `/${field} ${instant.message}.`, field: `/${field}` });
  if (!isDay) return instant.ms;
  return instantOf(field === 'to' ? addDays(text, 1) : text, 0, zone);
}

/** Reads the stretch of time that a query asks about, a week from now if it names none. Throws the 400 for over a month. */
export function timeRange(query: { from?: string; to?: string; timezone?: string }, now: Date) {
  const zone = query.timezone === undefined ? 'UTC' : timezoneField(query.timezone, '/timezone');
  const from = query.from === undefined ? now.getTime() : boundOf(query.from, 'from', zone);
  const to = query.to === undefined ? from + USUAL_DAYS * DAY_MS : boundOf(query.to, 'to', zone);
  if (to <= from) throw new ApiError('VALIDATION_ERROR', { message: '/to must be after /from.', field: '/to' });
  // An hour more, for a month in which the clocks are turned back.
  if (to - from > MOST_DAYS * DAY_MS + DAY_MS / 24) {
    throw new ApiError('VALIDATION_ERROR', { message: 'The search range can be at most 31 days.', field: '/to' });
  }
  return { zone, from, to };
}
