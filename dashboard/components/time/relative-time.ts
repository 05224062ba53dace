const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The days of the calendar between two moments: what comes in 47 hours may come the day after tomorrow. */
const daysBetween = (from: Date, to: Date): number =>
  Math.round((new Date(to).setHours(0, 0, 0, 0) - new Date(from).setHours(0, 0, 0, 0)) / DAY);

/** Describes how far a moment is from now in one unit; undefined from a week on, where a date tells more. */
export function relativeTimeOf(
  moment: Date,
  now: Date,
): { value: number; unit: 'second' | 'minute' | 'hour' | 'day' } | undefined {
  const ms = moment.getTime() - now.getTime();
  const far = Math.abs(ms);
  if (far < MINUTE) return { value: 0, unit: 'second' };
  if (far < HOUR) return { value: Math.trunc(ms / MINUTE), unit: 'minute' };
  if (far < DAY) return { value: Math.trunc(ms / HOUR), unit: 'hour' };
  if (far < 7 * DAY) return { value: daysBetween(now, moment), unit: 'day' };
  return undefined;
}
