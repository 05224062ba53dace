import { LOCALE } from '../../words/locale.js';

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(zone: string, kind: 'day' | 'clock' | 'key'): Intl.DateTimeFormat {
  const options: Record<typeof kind, Intl.DateTimeFormatOptions> = {
    day: { weekday: 'long', day: 'numeric', month: 'long' },
    clock: { hour: '2-digit', minute: '2-digit' },
    key: { year: 'numeric', month: '2-digit', day: '2-digit' },
  };
  const name = `${kind} ${zone}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.DateTimeFormat(kind === 'key' ? 'en-CA' : LOCALE, { timeZone: zone, ...options[kind] });
  formats.set(name, made);
  return made;
}

/** The day on which a moment falls in a zone, as people say it. */
export const dayIn = (at: string, zone: string): string => formatIn(zone, 'day').format(new Date(at));
/** The time of a moment on the clock of a zone. */
export const clockIn = (at: string, zone: string): string => formatIn(zone, 'clock').format(new Date(at));
/** The day on which a moment falls in a zone, as `2026-11-23`. */
export const dayKeyIn = (at: string | Date, zone: string): string => formatIn(zone, 'key').format(new Date(at));

/** Puts what begins at moments together by the days of a zone, the earliest first, or the latest. */
export function byDay<T extends { starts_at: string }>(
  rows: readonly T[],
  zone: string,
  latestFirst = false,
): [day: string, rows: T[]][] {
  const sorted = rows.toSorted((a, b) => (a.starts_at < b.starts_at === latestFirst ? 1 : -1));
  const days = new Map<string, T[]>();
  for (const row of sorted) {
    const day = dayKeyIn(row.starts_at, zone);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  return [...days];
}

/** Moves a day such as `2026-11-23` by whole days. */
export function shiftDay(day: string, days: number): string {
  const moved = new Date(`${day}T12:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

const dayLong = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** Returns the name of a day, independent of the time zone. */
export const nameOfDay = (day: string): string => dayLong.format(new Date(`${day}T12:00:00Z`));
