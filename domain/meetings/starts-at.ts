import { instantsOf } from '../time/zoned.js';

const DATE = String.raw`(\d{4}|\+00\d{4})(?:-(\d{2})(?:-(\d{2}))?)?`;
const TIME = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?`;
const OFFSET = String.raw`[Zz]|[+-]\d{2}(?::?\d{2})?`;
const ISO = new RegExp(`^${DATE}[Tt ]${TIME}(?: ?(${OFFSET}))?$`);
const MIN_YEAR = 2000;
const MAX_YEAR = 2100;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** An instant, or why a text isn't one. */
export type Instant = { ok: true; ms: number } | { ok: false; message: string };

const refused = (message: string): Instant => ({ ok: false, message });
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysIn = (year: number, month: number) => (month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0));

/**
 * Reads an ISO date-time as JavaScript's Date does, but for what Date silently moves: days and hours that don't exist
 * are refused. Without an offset it is a time of `zone`; one that the clock jumps over is refused, of one that comes
 * twice the first is meant.
 */
export function readInstant(text: string, zone: string): Instant {
  const match = ISO.exec(text.trim());
  if (!match) return refused('must be an ISO date-time such as 2026-03-01T09:00:00Z');
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month))
    return refused('names a day that does not exist');
  if (hour > 23 || minute > 59 || second > 59) return refused('names a time that does not exist');
  if (year < MIN_YEAR || year > MAX_YEAR) return refused('must lie between the years 2000 and 2100');
  const millis = second * 1000 + Number((match[7] ?? '').padEnd(3, '0').slice(0, 3));
  const offset = match[8];
  if (offset === undefined) {
    const [local] = instantsOf(`${pad(year, 4)}-${pad(month)}-${pad(day)}`, hour * 60 + minute, zone);
    if (local === undefined) return refused(`names a time that the clocks of ${zone} jump over`);
    return { ok: true, ms: local + millis };
  }
  const shift = offsetMinutes(offset);
  if (shift === undefined) return refused('has an offset that does not exist');
  return { ok: true, ms: Date.UTC(year, month - 1, day, hour, minute) + millis - shift * 60_000 };
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

function offsetMinutes(offset: string): number | undefined {
  if (/^z$/i.test(offset)) return 0;
  const digits = offset.replace(':', '');
  const [hours, minutes] = [Number(digits.slice(1, 3)), Number(digits.slice(3, 5))];
  if (hours > 23 || minutes > 59) return undefined;
  return (digits.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
