import { type CronSpec, parseCron } from './cron.js';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
/** More times of day than these are described by their minutes and hours. */
const TIMES_LISTED = 6;

/**
 * Describes a cron expression in English, on the clock of its zone. The words follow from the values that the fields
 * take, not from how they are written: `*\/90` in the minutes fires every hour and says so. An expression that
 * `parseCron` doesn't accept is returned as it is.
 */
export function cronInWords(expression: string): string {
  const parsed = parseCron(expression);
  if (!parsed.ok) return expression;
  const { spec } = parsed;
  const words = [...timesInWords(spec), daysInWords(spec), monthsInWords(spec)].filter((part) => part !== '');
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function timesInWords({ minutes, hours }: CronSpec): string[] {
  const step = evenStep(minutes, 60);
  const everyHour = hours.length === 24;
  if (minutes.length * hours.length <= TIMES_LISTED) {
    return [`at ${list(hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`)))}`];
  }
  if (minutes.length === 1 && minutes[0] === 0) {
    const hourStep = evenStep(hours, 24);
    if (everyHour) return ['every hour'];
    if (hourStep !== undefined) return [`every ${hourStep} hours`];
    const from = (first: number, last: number) => `every hour from ${two(first)}:00 through ${two(last)}:00`;
    return [list(ranges(hours).map(([first, last]) => (first === last ? `at ${two(first)}:00` : from(first, last))))];
  }
  const first =
    minutes.length === 60
      ? 'every minute'
      : step !== undefined
        ? `every ${step} minutes`
        : `at ${numbers(minutes)} ${minutes.length === 1 && minutes[0] === 1 ? 'minute' : 'minutes'} past the hour`;
  if (everyHour) return [first];
  return [first, list(ranges(hours, 2).map(([from, to]) => `between ${two(from)}:00 and ${two(to)}:59`))];
}

function daysInWords({ daysOfMonth, daysOfWeek, eitherDay }: CronSpec): string {
  const anyDay = daysOfMonth.length === 31;
  const anyWeekday = daysOfWeek.length === 7;
  // If either day may match, a field that takes every value matches every day.
  if ((anyDay && anyWeekday) || (eitherDay && (anyDay || anyWeekday))) return '';
  const plural = daysOfMonth.length > 1 ? 'days' : 'day';
  const monthDays = `on ${plural} ${numbers(daysOfMonth)} of the month`;
  // The week begins on Monday, so that Friday through Sunday is a range.
  const week = daysOfWeek.map((day) => (day === 0 ? 7 : day)).sort((a, b) => a - b);
  const weekdays = list(ranges(week).map(([from, to]) => span(DAYS[from] ?? '', DAYS[to] ?? '')));
  if (anyDay) return week.length === 1 ? `only on ${weekdays}` : weekdays;
  if (anyWeekday) return monthDays;
  return eitherDay
    ? `${monthDays} or on ${weekdays}`
    : `${monthDays} if that day is ${weekdays.replace(' and ', ' or ')}`;
}

function monthsInWords({ months }: CronSpec): string {
  if (months.length === 12) return '';
  const words = list(ranges(months).map(([from, to]) => span(MONTHS[from - 1] ?? '', MONTHS[to - 1] ?? '')));
  return months.length === 1 ? `only in ${words}` : words;
}

/** Returns the step of values that divide a whole evenly from 0 on; undefined for others and for every value. */
function evenStep(values: readonly number[], whole: number): number | undefined {
  const step = whole / values.length;
  if (values.length < 2 || step < 2) return undefined;
  return values.every((value, at) => value === at * step) ? step : undefined;
}

/** Returns runs of consecutive values as ranges; in runs shorter than `least` each value is a range of its own. */
function ranges(values: readonly number[], least = 3): [number, number][] {
  const runs: number[][] = [];
  for (const value of values) {
    const last = runs.at(-1);
    if (last?.at(-1) === value - 1) last.push(value);
    else runs.push([value]);
  }
  return runs.flatMap((run): [number, number][] =>
    run.length < least ? run.map((value) => [value, value]) : [[run[0] ?? 0, run.at(-1) ?? 0]],
  );
}

const numbers = (values: readonly number[]): string =>
  list(ranges(values).map(([from, to]) => span(String(from), String(to))));
const two = (value: number): string => String(value).padStart(2, '0');
const span = (from: string, to: string): string => (from === to ? from : `${from} through ${to}`);
const list = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
