/** The frequencies of a series, coarsest first. */
const FREQUENCIES = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', 'HOURLY', 'MINUTELY', 'SECONDLY'] as const;
type Frequency = (typeof FREQUENCIES)[number];

/** A recurrence rule (RFC 5545, 3.3.10). Weekdays count from 0 for Monday. */
export interface RecurrenceRule {
  freq: Frequency;
  interval: number;
  count: number | undefined;
  /** As written: a date or a date-time. */
  until: string | undefined;
  by: Partial<Record<NumberPart, readonly number[]>>;
  /** `nth` counts within the month or year; 0 is every such day. */
  byDay: readonly { weekday: number; nth: number }[] | undefined;
  weekStart: number;
}

const NUMBER_PARTS = {
  BYMONTH: { max: 12, signed: false, min: 1 },
  BYWEEKNO: { max: 53, signed: true, min: 1 },
  BYYEARDAY: { max: 366, signed: true, min: 1 },
  BYMONTHDAY: { max: 31, signed: true, min: 1 },
  BYHOUR: { max: 23, signed: false, min: 0 },
  BYMINUTE: { max: 59, signed: false, min: 0 },
  BYSECOND: { max: 60, signed: false, min: 0 },
  BYSETPOS: { max: 366, signed: true, min: 1 },
} as const;
type NumberPart = keyof typeof NUMBER_PARTS;

/** The parts that the standard forbids for each frequency. A rule with one of them has no defined meaning. */
const FORBIDDEN: Partial<Record<NumberPart, readonly Frequency[]>> = {
  BYWEEKNO: FREQUENCIES.filter((freq) => freq !== 'YEARLY'),
  BYYEARDAY: ['MONTHLY', 'WEEKLY', 'DAILY'],
  BYMONTHDAY: ['WEEKLY'],
};
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MAX_NUMBER = 1_000_000;

/** Reads a rule; a string says why it can't be read. */
export function readRule(text: string): RecurrenceRule | string {
  const parts = new Map<string, string>();
  for (const part of text.split(';')) {
    const [name = '', value = ''] = part.split('=', 2).map((each) => each.trim().toUpperCase());
    if (name !== '') parts.set(name, value);
  }
  const freq = FREQUENCIES.find((each) => each === parts.get('FREQ'));
  if (!freq) return parts.has('FREQ') ? 'The FREQ of the RRULE is unknown.' : 'The RRULE has no FREQ.';
  if (parts.has('RSCALE') && parts.get('RSCALE') !== 'GREGORIAN') return "RSCALE isn't supported in an RRULE.";
  const rule: RecurrenceRule = {
    freq,
    interval: 1,
    count: undefined,
    until: parts.get('UNTIL'),
    by: {},
    byDay: undefined,
    weekStart: 0,
  };
  for (const name of ['INTERVAL', 'COUNT'] as const) {
    const value = parts.get(name);
    if (value === undefined) continue;
    if (!/^\d{1,9}$/.test(value) || Number(value) < 1) return `${name} of the RRULE must be at least 1.`;
    if (name === 'INTERVAL') rule.interval = Math.min(Number(value), MAX_NUMBER);
    else rule.count = Number(value);
  }
  for (const [name, limits] of Object.entries(NUMBER_PARTS) as [NumberPart, (typeof NUMBER_PARTS)[NumberPart]][]) {
    const value = parts.get(name);
    if (value === undefined) continue;
    if (FORBIDDEN[name]?.includes(freq)) return `${name} isn't allowed in a ${freq} RRULE.`;
    const numbers = value.split(',').map((each) => (/^[+-]?\d{1,3}$/.test(each) ? Number(each) : Number.NaN));
    const isIn = (n: number) => Math.abs(n) >= limits.min && Math.abs(n) <= limits.max && (limits.signed || n >= 0);
    if (!numbers.every(isIn)) return `${name} of the RRULE is invalid.`;
    rule.by[name] = [...new Set(numbers)];
  }
  const days = parts.get('BYDAY');
  if (days !== undefined) {
    const read = days.split(',').map((day) => /^([+-]?\d{1,2})?\s{0,2}([A-Z]{2})$/.exec(day.trim()));
    if (!read.every((day) => day && WEEKDAYS.includes(day[2] ?? '') && day[1] !== '0')) {
      return 'BYDAY of the RRULE is invalid.';
    }
    rule.byDay = read.map((day) => ({ weekday: WEEKDAYS.indexOf(day?.[2] ?? ''), nth: Number(day?.[1] ?? 0) }));
  }
  const weekStart = parts.get('WKST');
  if (weekStart !== undefined && !WEEKDAYS.includes(weekStart)) return 'WKST of the RRULE is invalid.';
  return { ...rule, weekStart: weekStart === undefined ? 0 : WEEKDAYS.indexOf(weekStart) };
}

/** The remaining budget for expanding series. At 0 the expansion ends. */
export interface Budget {
  steps: number;
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const LENGTH_MS = { WEEKLY: 7 * DAY_MS, DAILY: DAY_MS, HOURLY: HOUR_MS, MINUTELY: 60_000, SECONDLY: SECOND_MS };

/**
 * Lists the beginnings of a series between two times, in order. All times are those of the series' own wall clock, in
 * milliseconds as though it showed UTC. A series without COUNT is entered at `from`, not followed from its beginning;
 * each day or time that is looked at takes a step of the budget.
 */
export function* unrollRule(
  given: RecurrenceRule,
  start: number,
  { from, to }: { from: number; to: number },
  budget: Budget,
): Generator<number> {
  const rule = withDefaults(given, start);
  const times = timesOfDay(rule, start);
  const isPlain = !given.byDay && Object.keys(given.by).length === 0 && given.freq in LENGTH_MS;
  const skipped = given.count === undefined || isPlain ? periodsBefore(rule, start, from) : 0;
  let left = given.count === undefined ? Number.POSITIVE_INFINITY : given.count - skipped;
  for (let n = skipped; left > 0 && budget.steps > 0; n += 1) {
    const periodStart = startOfPeriod(rule, start, n);
    if (!(periodStart <= to)) return;
    for (const at of inPeriod(rule, periodStart, times, budget)) {
      if (at < start) continue;
      if (at > to || left <= 0) return;
      left -= 1;
      if (at >= from) yield at;
    }
  }
}

/** Adds what a rule leaves to the beginning of its series: the day of the year, the month or the week. */
function withDefaults(rule: RecurrenceRule, start: number): RecurrenceRule {
  const { freq, by, byDay } = rule;
  if (!['YEARLY', 'MONTHLY', 'WEEKLY'].includes(freq) || byDay || by.BYMONTHDAY || by.BYYEARDAY) return rule;
  const weekday = weekdayOf(start);
  if (freq === 'WEEKLY' || by.BYWEEKNO) return { ...rule, byDay: [{ weekday, nth: 0 }] };
  const date = new Date(start);
  const month = freq === 'YEARLY' && !by.BYMONTH ? { BYMONTH: [date.getUTCMonth() + 1] } : {};
  return { ...rule, by: { ...by, ...month, BYMONTHDAY: [date.getUTCDate()] } };
}

/** The beginning of a day; unlike with `Date.UTC`, the years 0 to 99 are themselves. */
const utcDate = (year: number, month: number, day: number): number => Date.UTC(2000, (year - 2000) * 12 + month, day);
const floorTo = (at: number, unit: number): number => Math.floor(at / unit) * unit;
const dayOf = (at: number): number => floorTo(at, DAY_MS);
const weekdayOf = (at: number): number => (((Math.floor(at / DAY_MS) + 3) % 7) + 7) % 7;
const weekOf = (at: number, weekStart: number): number => dayOf(at) - ((weekdayOf(at) - weekStart + 7) % 7) * DAY_MS;
const monthsOf = (at: number): number => new Date(at).getUTCFullYear() * 12 + new Date(at).getUTCMonth();

function startOfPeriod({ freq, interval, weekStart }: RecurrenceRule, start: number, n: number): number {
  if (freq === 'YEARLY') return utcDate(new Date(start).getUTCFullYear() + n * interval, 0, 1);
  if (freq === 'MONTHLY') return utcDate(0, monthsOf(start) + n * interval, 1);
  const base = freq === 'WEEKLY' ? weekOf(start, weekStart) : floorTo(start, LENGTH_MS[freq]);
  return base + n * interval * LENGTH_MS[freq];
}

/** Counts the periods that end before an instant. */
function periodsBefore(rule: RecurrenceRule, start: number, from: number): number {
  const { freq, interval } = rule;
  if (from <= start) return 0;
  const passed =
    freq === 'YEARLY'
      ? new Date(from).getUTCFullYear() - new Date(start).getUTCFullYear()
      : freq === 'MONTHLY'
        ? monthsOf(from) - monthsOf(start)
        : Math.floor((from - startOfPeriod(rule, start, 0)) / LENGTH_MS[freq]);
  return Math.max(0, Math.floor(passed / interval));
}

/** Lists the times of a day, in milliseconds since midnight, at which the series can begin. */
function timesOfDay({ freq, by }: RecurrenceRule, start: number): number[] {
  const at = new Date(start);
  const level = FREQUENCIES.indexOf(freq);
  const hours = level >= FREQUENCIES.indexOf('HOURLY') ? [0] : (by.BYHOUR ?? [at.getUTCHours()]);
  const minutes = level >= FREQUENCIES.indexOf('MINUTELY') ? [0] : (by.BYMINUTE ?? [at.getUTCMinutes()]);
  const seconds = level >= FREQUENCIES.indexOf('SECONDLY') ? [0] : (by.BYSECOND ?? [at.getUTCSeconds()]);
  return hours
    .flatMap((hour) =>
      minutes.flatMap((minute) =>
        seconds.map((second) => hour * HOUR_MS + minute * 60_000 + Math.min(second, 59) * SECOND_MS),
      ),
    )
    .sort((a, b) => a - b);
}

/** Lists what the rule picks of one period, in order. */
function* inPeriod(rule: RecurrenceRule, period: number, times: readonly number[], budget: Budget): Generator<number> {
  const positions = rule.by.BYSETPOS;
  if (!positions) return yield* everyIn(rule, period, times, budget);
  const all = [...everyIn(rule, period, times, budget)];
  const picked = new Set(positions.map((n) => all.at(n > 0 ? n - 1 : n)));
  yield* all.filter((at) => picked.has(at));
}

function* everyIn(rule: RecurrenceRule, period: number, times: readonly number[], budget: Budget): Generator<number> {
  if (rule.freq === 'HOURLY' || rule.freq === 'MINUTELY' || rule.freq === 'SECONDLY') {
    budget.steps -= 1;
    if (!isDay(rule, dayOf(period)) || !isTime(rule, period)) return;
    for (const time of times) yield period + time;
    return;
  }
  const end = endOfPeriod(rule.freq, period);
  for (let day = period; day < end && budget.steps > 0; day += DAY_MS) {
    budget.steps -= 1;
    if (!isDay(rule, day)) continue;
    budget.steps -= times.length;
    for (const time of times) yield day + time;
  }
}

function endOfPeriod(freq: Frequency, period: number): number {
  if (freq === 'YEARLY') return utcDate(new Date(period).getUTCFullYear() + 1, 0, 1);
  if (freq === 'MONTHLY') return utcDate(0, monthsOf(period) + 1, 1);
  return period + (freq === 'WEEKLY' ? 7 : 1) * DAY_MS;
}

/** Returns whether an hour, minute or second is one that a rule for them names. */
function isTime({ freq, by }: RecurrenceRule, at: number): boolean {
  const time = new Date(at);
  const named = (part: NumberPart, value: number) => by[part]?.includes(value) !== false;
  return (
    named('BYHOUR', time.getUTCHours()) &&
    (freq === 'HOURLY' || named('BYMINUTE', time.getUTCMinutes())) &&
    (freq !== 'SECONDLY' || named('BYSECOND', time.getUTCSeconds()))
  );
}

/** Returns whether a day is one that the rule names. */
function isDay(rule: RecurrenceRule, day: number): boolean {
  const { by, byDay } = rule;
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (by.BYMONTH?.includes(month + 1) === false) return false;
  if (byDay && !byDay.some((each) => each.weekday === weekdayOf(day) && isNth(rule, each.nth, day))) return false;
  if (
    by.BYMONTHDAY &&
    !counts(by.BYMONTHDAY, date.getUTCDate(), daysBetween(utcDate(year, month, 1), utcDate(year, month + 1, 1)))
  ) {
    return false;
  }
  const yearStart = utcDate(year, 0, 1);
  if (
    by.BYYEARDAY &&
    !counts(by.BYYEARDAY, daysBetween(yearStart, day) + 1, daysBetween(yearStart, utcDate(year + 1, 0, 1)))
  ) {
    return false;
  }
  return !by.BYWEEKNO || isWeek(by.BYWEEKNO, day, rule.weekStart);
}

const daysBetween = (from: number, to: number): number => Math.round((to - from) / DAY_MS);

/** Returns whether a number, counted from either end of a total, is named. */
const counts = (named: readonly number[], n: number, total: number): boolean =>
  named.includes(n) || named.includes(n - total - 1);

/** Returns whether a day is the nth of its weekday within its month, or its year where the rule names no months. */
function isNth({ freq, by }: RecurrenceRule, nth: number, day: number): boolean {
  if (nth === 0 || (freq !== 'MONTHLY' && freq !== 'YEARLY')) return true;
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const inMonth = freq === 'MONTHLY' || by.BYMONTH !== undefined;
  const first = inMonth ? utcDate(year, month, 1) : utcDate(year, 0, 1);
  const end = inMonth ? utcDate(year, month + 1, 1) : utcDate(year + 1, 0, 1);
  const n = nth > 0 ? Math.floor(daysBetween(first, day) / 7) + 1 : -Math.floor((daysBetween(day, end) - 1) / 7) - 1;
  return n === nth;
}

/** The first day of week 1 of a year: the first week with at least four of its days. */
function firstWeek(year: number, weekStart: number): number {
  return weekOf(utcDate(year, 0, 4), weekStart);
}

function isWeek(named: readonly number[], day: number, weekStart: number): boolean {
  // A week belongs to the year that has its fourth day.
  const year = new Date(weekOf(day, weekStart) + 3 * DAY_MS).getUTCFullYear();
  const first = firstWeek(year, weekStart);
  const total = daysBetween(first, firstWeek(year + 1, weekStart)) / 7;
  return counts(named, Math.floor(daysBetween(first, day) / 7) + 1, total);
}
