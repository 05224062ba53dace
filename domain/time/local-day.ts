import { DateTime } from 'luxon';

/** Returns the day of an instant on a zone's calendar, as `2026-03-01`. */
export const localDay = (at: Date, zone: string): string =>
  DateTime.fromJSDate(at, { zone }).toISODate() ?? at.toISOString().slice(0, 10);

/** Returns the day that lies some days after another, or before it if negative. */
export const dayAfter = (day: string, days: number): string =>
  DateTime.fromISO(day, { zone: 'UTC' }).plus({ days }).toISODate() ?? day;

/** Returns the instant at which a day begins in a zone. */
export const startOfDay = (day: string, zone: string): Date =>
  DateTime.fromISO(day, { zone }).startOf('day').toJSDate();

/** Returns the first and the last day of the month of an instant on a zone's calendar. */
export function monthOf(at: Date, zone: string): { from: string; to: string } {
  const local = DateTime.fromJSDate(at, { zone });
  return { from: local.startOf('month').toISODate() ?? '', to: local.endOf('month').toISODate() ?? '' };
}
