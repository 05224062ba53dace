import { type CronSpec, parseCron } from './cron.js';

/** The words of a language for schedules. */
export interface CronWords {
  /** From Sunday to Sunday. */
  days: readonly string[];
  months: readonly string[];
  and: string;
  or: string;
  /** From one value through another. */
  span(from: string, to: string): string;
  at(times: string): string;
  everyMinute: string;
  everyMinutes(step: number): string;
  /** At these minutes of an hour. */
  past(minutes: string, isOne: boolean): string;
  everyHour: string;
  everyHours(step: number): string;
  hourly(from: string, to: string): string;
  between(from: string, to: string): string;
  onMonthDays(days: string, areMany: boolean): string;
  /** On the days of the week alone. */
  onWeekdays(weekdays: string, isOne: boolean): string;
  orOn(weekdays: string): string;
  ifThatDayIs(weekdays: string): string;
  inMonths(months: string, isOne: boolean): string;
}

const ENGLISH: CronWords = {
  days: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  months: [
    ...['January', 'February', 'March', 'April', 'May', 'June'],
    ...['July', 'August', 'September', 'October', 'November', 'December'],
  ],
  and: 'and',
  or: 'or',
  span: (from, to) => `${from} through ${to}`,
  at: (times) => `at ${times}`,
  everyMinute: 'every minute',
  everyMinutes: (step) => `every ${step} minutes`,
  past: (minutes, isOne) => `at ${minutes} ${isOne ? 'minute' : 'minutes'} past the hour`,
  everyHour: 'every hour',
  everyHours: (step) => `every ${step} hours`,
  hourly: (from, to) => `every hour from ${from} through ${to}`,
  between: (from, to) => `between ${from} and ${to}`,
  onMonthDays: (days, areMany) => `on ${areMany ? 'days' : 'day'} ${days} of the month`,
  onWeekdays: (weekdays, isOne) => (isOne ? `only on ${weekdays}` : weekdays),
  orOn: (weekdays) => `or on ${weekdays}`,
  ifThatDayIs: (weekdays) => `if that day is ${weekdays}`,
  inMonths: (months, isOne) => (isOne ? `only in ${months}` : months),
};
/** More times of day than these are described by their minutes and hours. */
const TIMES_LISTED = 6;

/**
 * Describes a cron expression in a language, on the clock of its zone. The words follow from the values that the fields
 * take, not from how they are written: `*\/90` in the minutes fires every hour and says so. An expression that
 * `parseCron` doesn't accept is returned as it is.
 */
export function cronInWords(expression: string, words: CronWords = ENGLISH): string {
  const parsed = parseCron(expression);
  if (!parsed.ok) return expression;
  const { spec } = parsed;
  const parts = [...timesInWords(spec, words), daysInWords(spec, words), monthsInWords(spec, words)];
  const text = parts.filter((part) => part !== '').join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function timesInWords({ minutes, hours }: CronSpec, words: CronWords): string[] {
  const everyHour = hours.length === 24;
  if (minutes.length * hours.length <= TIMES_LISTED) {
    const times = hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`));
    return [words.at(list(times, words.and))];
  }
  if (minutes.length === 1 && minutes[0] === 0) {
    const hourStep = evenStep(hours, 24);
    if (everyHour) return [words.everyHour];
    if (hourStep !== undefined) return [words.everyHours(hourStep)];
    const spans = ranges(hours).map(([first, last]) =>
      first === last ? words.at(`${two(first)}:00`) : words.hourly(`${two(first)}:00`, `${two(last)}:00`),
    );
    return [list(spans, words.and)];
  }
  const first = minutesInWords(minutes, words);
  if (everyHour) return [first];
  const between = ranges(hours, 2).map(([from, to]) => words.between(`${two(from)}:00`, `${two(to)}:59`));
  return [first, list(between, words.and)];
}

function minutesInWords(minutes: readonly number[], words: CronWords): string {
  if (minutes.length === 60) return words.everyMinute;
  const step = evenStep(minutes, 60);
  if (step !== undefined) return words.everyMinutes(step);
  return words.past(numbers(minutes, words), minutes.length === 1 && minutes[0] === 1);
}

function daysInWords({ daysOfMonth, daysOfWeek, eitherDay }: CronSpec, words: CronWords): string {
  const anyDay = daysOfMonth.length === 31;
  const anyWeekday = daysOfWeek.length === 7;
  // If either day may match, a field that takes every value matches every day.
  if ((anyDay && anyWeekday) || (eitherDay && (anyDay || anyWeekday))) return '';
  const monthDays = words.onMonthDays(numbers(daysOfMonth, words), daysOfMonth.length > 1);
  // The week begins on Monday, so that Friday through Sunday is a range.
  const week = daysOfWeek.map((day) => (day === 0 ? 7 : day)).sort((a, b) => a - b);
  const names = ranges(week).map(([from, to]) => span(words.days[from] ?? '', words.days[to] ?? '', words));
  if (anyDay) return words.onWeekdays(list(names, words.and), week.length === 1);
  if (anyWeekday) return monthDays;
  return `${monthDays} ${eitherDay ? words.orOn(list(names, words.and)) : words.ifThatDayIs(list(names, words.or))}`;
}

function monthsInWords({ months }: CronSpec, words: CronWords): string {
  if (months.length === 12) return '';
  const names = ranges(months).map(([from, to]) =>
    span(words.months[from - 1] ?? '', words.months[to - 1] ?? '', words),
  );
  return words.inMonths(list(names, words.and), months.length === 1);
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

const numbers = (values: readonly number[], words: CronWords): string =>
  list(
    ranges(values).map(([from, to]) => span(String(from), String(to), words)),
    words.and,
  );
const two = (value: number): string => String(value).padStart(2, '0');
const span = (from: string, to: string, words: CronWords): string => (from === to ? from : words.span(from, to));
const list = (parts: readonly string[], and: string): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} ${and} ${parts.at(-1)}`;
