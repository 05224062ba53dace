import { DateTime } from 'luxon';
import { good, refuse, type Value } from './value.js';

/** How a column writes `03/04/2026`. */
export type DateOrder = 'day_first' | 'month_first';

/** What a date text looks like before anything is decided about its column. */
export type DateShape =
  | { kind: 'iso' | 'named' | 'epoch' | 'dotted' }
  | { kind: 'slashed'; first: number; second: number }
  | { kind: 'none' };

/** What the slashed dates of one column show. */
export interface DateEvidence {
  /** How many could only be read with the day, or the month, in front. */
  dayFirst: number;
  monthFirst: number;
  /** How many could be read both ways. */
  ambiguous: number;
}

/** The order that the evidence proves; `undecided` and `contradictory` must be settled by whoever maps the column. */
export type DecidedOrder = DateOrder | 'not_needed' | 'undecided' | 'contradictory';

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?([ap]\.?m\.?)?)?`;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}|UTC))?)?$/i;
const SLASHED = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})${TIME}$`, 'i');
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})${TIME}$`, 'i');
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})${TIME}$`, 'i');
const DAY_MONTH = new RegExp(String.raw`^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})${TIME}$`, 'i');
const MONTH_DAY = new RegExp(String.raw`^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${TIME}$`, 'i');
const EPOCH = /^-?\d{9,10}(?:\d{3})?$/;
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const invalid = (message: string) => refuse('INVALID_DATE', message);

/** Says which form of date a text has, without deciding what a slashed one means. */
export function dateShape(text: string): DateShape {
  const trimmed = text.trim();
  if (ISO.test(trimmed) || YEAR_FIRST.test(trimmed)) return { kind: 'iso' };
  const slashed = SLASHED.exec(trimmed);
  if (slashed) return { kind: 'slashed', first: Number(slashed[1]), second: Number(slashed[2]) };
  if (DOTTED.test(trimmed)) return { kind: 'dotted' };
  if (DAY_MONTH.test(trimmed) || MONTH_DAY.test(trimmed)) return { kind: 'named' };
  return { kind: EPOCH.test(trimmed) ? 'epoch' : 'none' };
}

/** Adds one text of a column to what is known about it. */
export function addDateEvidence(evidence: DateEvidence, shape: DateShape): void {
  if (shape.kind !== 'slashed') return;
  const { first, second } = shape;
  if (first > 12 && second <= 12) evidence.dayFirst += 1;
  else if (second > 12 && first <= 12) evidence.monthFirst += 1;
  else if (first <= 12 && second <= 12) evidence.ambiguous += 1;
}

/** Decides once for a whole column: a second part over 12 makes it month first, a first part over 12 day first. */
export function decideDateOrder({ dayFirst, monthFirst, ambiguous }: DateEvidence): DecidedOrder {
  if (dayFirst > 0 && monthFirst > 0) return 'contradictory';
  if (monthFirst > 0) return 'month_first';
  if (dayFirst > 0) return 'day_first';
  return ambiguous > 0 ? 'undecided' : 'not_needed';
}

/**
 * Reads a date into ISO: a mere day stays a day (`2026-03-04`), a time becomes UTC with milliseconds.
 * Times without an offset are local times of `zone`. A slashed date needs the column's order.
 */
export function parseDate(text: string, options: { order?: DateOrder | null; zone?: string }): Value<string> {
  const trimmed = text.trim();
  const zone = options.zone ?? 'utc';
  if (ISO.test(trimmed)) return fromIso(trimmed, zone);
  const yearFirst = YEAR_FIRST.exec(trimmed);
  if (yearFirst) return build(yearFirst, 3, 2, zone, 1);
  const slashed = SLASHED.exec(trimmed);
  if (slashed && !options.order) return invalid('Day and month of the date can not be told apart.');
  if (slashed) return options.order === 'day_first' ? build(slashed, 1, 2, zone) : build(slashed, 2, 1, zone);
  const dotted = DOTTED.exec(trimmed) ?? DAY_MONTH.exec(trimmed);
  if (dotted) return build(dotted, 1, 2, zone);
  const named = MONTH_DAY.exec(trimmed);
  if (named) return build(named, 2, 1, zone);
  if (EPOCH.test(trimmed))
    return finish(DateTime.fromMillis(Number(trimmed) * (trimmed.replace('-', '').length > 10 ? 1 : 1000)));
  return invalid('The text is not a date.');
}

function fromIso(text: string, zone: string): Value<string> {
  if (text.length === 10) return build(['', text.slice(0, 4), text.slice(5, 7), text.slice(8)], 3, 2, zone, 1);
  const spelled = text
    .replace(/ (?=\d)/, 'T')
    .replace(/ ?UTC$/i, 'Z')
    .replace(/ /g, '')
    .replace(',', '.');
  return finish(DateTime.fromISO(spelled, { zone }));
}

function build(
  parts: readonly (string | undefined)[],
  day: number,
  month: number,
  zone: string,
  yearAt = 3,
): Value<string> {
  const [hour, minute, second, half] = [parts[4], parts[5], parts[6], parts[7]];
  const date = { year: fullYear(parts[yearAt] ?? ''), month: monthNumber(parts[month] ?? ''), day: Number(parts[day]) };
  if (hour === undefined) {
    const found = DateTime.fromObject(date, { zone: 'utc' });
    return found.isValid && inRange(found) ? good(found.toFormat('yyyy-MM-dd')) : invalid('There is no such day.');
  }
  const hours = hourOfDay(Number(hour), half);
  if (hours === undefined) return invalid('There is no such time.');
  return finish(
    DateTime.fromObject({ ...date, hour: hours, minute: Number(minute), second: Number(second ?? 0) }, { zone }),
  );
}

function finish(time: DateTime): Value<string> {
  const iso = time.toUTC().toISO();
  return time.isValid && iso && inRange(time) ? good(iso) : invalid('There is no such day or time.');
}

const inRange = (time: DateTime) => time.year >= 1900 && time.year <= 2100;

function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

function monthNumber(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const name = text.toLowerCase();
  return (
    MONTHS.findIndex((month) => month === name || (name.length >= 3 && name.length <= 4 && month.startsWith(name))) + 1
  );
}

function hourOfDay(hour: number, half: string | undefined): number | undefined {
  if (!half) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}
