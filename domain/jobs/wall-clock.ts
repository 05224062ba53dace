import { inZone } from '../time/zoned.js';

/**
 * Returns what a clock in a zone shows at an instant, written as if it were UTC: two of these lie a day apart where the
 * clock shows the same time on the next day, also when the days have 23 or 25 hours.
 */
export const wallClock = (at: Date, zone: string): Date =>
  new Date(inZone(at.getTime(), zone).setZone('utc', { keepLocalTime: true }).toMillis());
