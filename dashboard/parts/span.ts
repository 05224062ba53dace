const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Says how far a moment is from now in one unit; undefined from a week on, where a date tells more. */
export function spanOf(ms: number): { value: number; unit: 'second' | 'minute' | 'hour' | 'day' } | undefined {
  const far = Math.abs(ms);
  if (far < MINUTE) return { value: 0, unit: 'second' };
  if (far < HOUR) return { value: Math.trunc(ms / MINUTE), unit: 'minute' };
  if (far < DAY) return { value: Math.trunc(ms / HOUR), unit: 'hour' };
  if (far < 7 * DAY) return { value: Math.trunc(ms / DAY), unit: 'day' };
  return undefined;
}
