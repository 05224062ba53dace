import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import { dayOf, daysBetween } from '../../../time/zoned.js';
import { calendarDay, compareDates, type DateValue, readDate, readExpectedDate } from '../dates.js';
import type { Reading } from '../reading.js';
import { type Comparison, invalid, needsNothing, type Operands, type Operator, type Outcome } from './operator.js';

type DateTest = (actual: DateValue, expected: DateValue, zone: string) => boolean;

const compare =
  (test: DateTest) =>
  (actual: Reading, { value, zone, now }: Comparison): Outcome => {
    const [date, expected] = [readDate(actual.value, zone), readExpectedDate(value, zone, now)];
    return date && expected ? test(date, expected, zone) : 'mismatch';
  };
const sameDay: DateTest = (a, b, zone) => calendarDay(a, zone) === calendarDay(b, zone);

const COUNTS: Record<string, (days: number, n: number) => boolean> = {
  eq: (days, n) => days === n,
  neq: (days, n) => days !== n,
  gt: (days, n) => days > n,
  gte: (days, n) => days >= n,
  lt: (days, n) => days < n,
  lte: (days, n) => days <= n,
};

function countOf(value: unknown): { op: string; n: number } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { op, n } = value as { op?: unknown; n?: unknown };
  return typeof op === 'string' && Object.hasOwn(COUNTS, op) && Number.isInteger(n)
    ? { op, n: n as number }
    : undefined;
}

/** Counts calendar days on the zone's clock from a date to today, or the other way round. */
const days =
  (direction: 1 | -1) =>
  (actual: Reading, { value, zone, now }: Comparison): Outcome => {
    const [date, count] = [readDate(actual.value, zone), countOf(value)];
    if (!date || !count) return 'mismatch';
    const since = daysBetween(calendarDay(date, zone), dayOf(now, zone)) * direction;
    return COUNTS[count.op]?.(since, count.n) ?? 'mismatch';
  };

/** Month and day match today; who has 29 February has it on the 28th in other years. */
function anniversary(actual: Reading, { zone, now }: Comparison): Outcome {
  const date = readDate(actual.value, zone);
  if (!date) return 'mismatch';
  const today = dayOf(now, zone);
  const day = calendarDay(date, zone).slice(5);
  const year = Number(today.slice(0, 4));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return today.slice(5) === (day === '02-29' && !leap ? '02-28' : day);
}

const needsDate = ({ value }: Operands) =>
  readExpectedDate(value, 'utc', 0)
    ? undefined
    : invalid('The value must be a date (ISO 8601), today, now, tomorrow or yesterday.', 'value', 'INVALID_DATE');
const needsCount = ({ value }: Operands) =>
  countOf(value) ? undefined : invalid('The value must be {"op": eq, neq, gt, gte, lt or lte, "n": integer}.');

/** Operators on dates and calendar days. */
export const CALENDAR = {
  before: { missing: false, test: compare((a, b, zone) => compareDates(a, b, zone) < 0), check: needsDate },
  after: { missing: false, test: compare((a, b, zone) => compareDates(a, b, zone) > 0), check: needsDate },
  on: { missing: false, test: compare(sameDay), check: needsDate },
  not_on: { missing: false, test: compare((a, b, zone) => !sameDay(a, b, zone)), check: needsDate },
  days_since: { missing: false, test: days(1), check: needsCount },
  days_until: { missing: false, test: days(-1), check: needsCount },
  anniversary: { missing: false, test: anniversary, check: needsNothing },
} satisfies Partial<Record<ConditionOperator, Operator>>;
