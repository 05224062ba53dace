import { DateTime } from 'luxon';
import { HostError } from '../../functions/sandbox.js';

const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;

function read(value: unknown, zone: string, now: Date): DateTime {
  if (value === undefined || value === null) return DateTime.fromJSDate(now, { zone });
  const at = typeof value === 'string' ? DateTime.fromISO(value, { zone }) : undefined;
  if (!at?.isValid) throw new HostError('INVALID_DATE', 'The time must be an ISO 8601 string.');
  return at;
}

function zoneOf(value: unknown, fallback: string): string {
  if (value === undefined || value === null) return fallback;
  const zone = typeof value === 'string' ? DateTime.utc().setZone(value) : undefined;
  if (!zone?.isValid) throw new HostError('INVALID_TIMEZONE', 'The time zone must be an IANA name.');
  return value as string;
}

/**
 * Creates `svc.time`: the run's clock and arithmetic on calendars, which the sandbox's own clock, always in UTC, can't
 * do.
 */
export const createFunctionTime = (now: () => Date, accountZone: string) => ({
  now: (): string => now().toISOString(),
  add(time: unknown, amounts: unknown, zone: unknown): string {
    const at = read(time, zoneOf(zone, accountZone), now());
    const given = typeof amounts === 'object' && amounts !== null ? Object.entries(amounts) : [];
    const wrong = given.find(([unit, n]) => !(UNITS as readonly string[]).includes(unit) || !Number.isFinite(n));
    if (wrong || given.length === 0) {
      throw new HostError('VALIDATION_ERROR', `The amounts must be numbers of ${UNITS.join(', ')}.`);
    }
    const moved = at.plus(Object.fromEntries(given));
    if (!moved.isValid) throw new HostError('INVALID_DATE', "The time doesn't exist.");
    return moved.toUTC().toISO() ?? '';
  },
  zoned(time: unknown, zone: unknown) {
    const name = zoneOf(zone, accountZone);
    const at = read(time, name, now()).setZone(name);
    return {
      iso: at.toISO() ?? '',
      zone: name,
      date: at.toISODate() ?? '',
      time: at.toFormat('HH:mm'),
      hour: at.hour,
      minute: at.minute,
      weekday: at.toFormat('ccc').toLowerCase(),
      offset_minutes: at.offset,
    };
  },
});
