import { DateTime } from 'luxon';
import { foldWords } from './text.js';
import { refuse, type Value, valid } from './value.js';

/** The order of day and month in a column, such as `03/04/2026`. */
export type DateOrder = 'day_first' | 'month_first';

/** The form of a date text before its column is decided. */
export type DateShape =
  | { kind: 'iso' | 'named' | 'epoch' | 'dotted' | 'serial' }
  | { kind: 'slashed'; first: number; second: number }
  | { kind: 'none' };

/** The evidence of the slashed dates of one column. */
export interface DateEvidence {
  /** The number of dates that only fit with the day, or the month, in front. */
  dayFirst: number;
  monthFirst: number;
  /** The number of dates that fit both orders. */
  ambiguous: number;
}

/** The order that the evidence proves. The user who maps the column resolves `undecided` and `contradictory`. */
export type DecidedOrder = DateOrder | 'not_needed' | 'undecided' | 'contradictory';

const TIME = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)? ?([ap]\.?m\.?)?)?`;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}|UTC))?)?$/i;
const SLASHED = new RegExp(String.raw`^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})${TIME}$`, 'i');
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})${TIME}$`, 'i');
const DOTTED = new RegExp(String.raw`^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})${TIME}$`, 'i');
const WEEKDAY = String.raw`(?:\p{L}[\p{L}-]{1,12}\.?,? )?`;
const DAY_MONTH = new RegExp(
  String.raw`^${WEEKDAY}(\d{1,2})(?:st|nd|rd|th|er|[ºª°.])?(?: de | of |[ -])(\p{L}{3,12})\.?,?(?: de | del |[ -])(\d{4}|\d{2})${TIME}$`,
  'iu',
);
const MONTH_DAY = new RegExp(String.raw`^${WEEKDAY}(\p{L}{3,12})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})${TIME}$`, 'iu');
const EPOCH = /^-?\d{9,10}(?:\d{3})?$/;
/** Days since the end of 1899, as spreadsheets store dates; from 1954 to 2119. */
const SERIAL = /^([2-7]\d{4})(?:[.,](\d{1,15}))?$/;
const SPREADSHEET_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;
/** The months in English, Spanish, German, French, Portuguese and Italian, without signs. */
const MONTHS = [
  'january enero januar janvier janeiro gennaio janner',
  'february febrero februar fevrier fevereiro febbraio feber',
  'march marzo marz mars marco mrz maerz',
  'april abril avril aprile',
  'may mayo mai maio maggio',
  'june junio juni juin junho giugno',
  'july julio juli juillet julho luglio',
  'august agosto aout',
  'september septiembre septembre setembro settembre setiembre sept',
  'october octubre oktober octobre outubro ottobre',
  'november noviembre novembre novembro',
  'december diciembre dezember decembre dezembro dicembre des',
];
const MONTH_NUMBERS = monthNumbers();
const invalid = (message: string) => refuse('INVALID_DATE', message);

/** Describes which form of date a text has, without deciding what a slashed one means. */
export function dateShape(text: string): DateShape {
  if (!/\d/.test(text)) return { kind: 'none' };
  const trimmed = text.trim();
  if (ISO.test(trimmed) || YEAR_FIRST.test(trimmed)) return { kind: 'iso' };
  const slashed = SLASHED.exec(trimmed);
  if (slashed) return { kind: 'slashed', first: Number(slashed[1]), second: Number(slashed[2]) };
  if (DOTTED.test(trimmed)) return { kind: 'dotted' };
  if (DAY_MONTH.test(trimmed) || MONTH_DAY.test(trimmed)) return { kind: 'named' };
  if (SERIAL.test(trimmed)) return { kind: 'serial' };
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
  if (slashed && !options.order) return invalid('The day and month of the date are ambiguous.');
  if (slashed) return options.order === 'day_first' ? build(slashed, 1, 2, zone) : build(slashed, 2, 1, zone);
  const dotted = DOTTED.exec(trimmed) ?? DAY_MONTH.exec(trimmed);
  if (dotted) return build(dotted, 1, 2, zone);
  const named = MONTH_DAY.exec(trimmed);
  if (named) return build(named, 2, 1, zone);
  const serial = SERIAL.exec(trimmed);
  if (serial) return fromSerial(serial, zone);
  if (EPOCH.test(trimmed))
    return finish(DateTime.fromMillis(Number(trimmed) * (trimmed.replace('-', '').length > 10 ? 1 : 1000)));
  return invalid("The text isn't a date.");
}

/** Reads the date that a spreadsheet shows for a number; its fraction is a local time. */
function fromSerial([, days, fraction]: RegExpExecArray, zone: string): Value<string> {
  const seconds = Math.round(Number(`0.${fraction ?? 0}`) * 86_400);
  const time = DateTime.fromMillis(SPREADSHEET_EPOCH + Number(days) * DAY_MS + seconds * 1_000, { zone: 'utc' });
  return seconds === 0 ? valid(time.toFormat('yyyy-MM-dd')) : finish(time.setZone(zone, { keepLocalTime: true }));
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
    return found.isValid && inRange(found) ? valid(found.toFormat('yyyy-MM-dd')) : invalid("The date doesn't exist.");
  }
  const hours = hourOfDay(Number(hour), half);
  if (hours === undefined) return invalid("The time doesn't exist.");
  return finish(
    DateTime.fromObject({ ...date, hour: hours, minute: Number(minute), second: Number(second ?? 0) }, { zone }),
  );
}

function finish(time: DateTime): Value<string> {
  const iso = time.toUTC().toISO();
  return time.isValid && iso && inRange(time) ? valid(iso) : invalid("The date or time doesn't exist.");
}

const inRange = (time: DateTime) => time.year >= 1900 && time.year <= 2100;

function fullYear(text: string): number {
  const year = Number(text);
  return text.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

function monthNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : (MONTH_NUMBERS.get(foldWords(text)) ?? 0);
}

/** Names of months and their beginnings of at least three letters that begin no other month. */
function monthNumbers(): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  const names = MONTHS.flatMap((month, index) => month.split(' ').map((name) => ({ name, number: index + 1 })));
  for (const { name, number } of names) {
    for (let length = 3; length <= name.length; length += 1) {
      const start = name.slice(0, length);
      const known = numbers.get(start);
      numbers.set(start, known === undefined || known === number ? number : 0);
    }
  }
  for (const { name, number } of names) numbers.set(name, number);
  return numbers;
}

function hourOfDay(hour: number, half: string | undefined): number | undefined {
  if (!half) return hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}
