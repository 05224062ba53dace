import type { Condition, ConditionOperator } from '../../../schemas/rules/conditions.js';
import { DAY_MS } from '../../time/zoned.js';
import { type DateValue, readDate, readExpectedDate, shift } from './dates.js';
import { encode, INDEX_LIMITS, indexedDay, isIndexedDay, isIndexedPath } from './metadata-index.js';
import { asNumber, listOf } from './operators/scalars.js';
import { conditionTarget } from './reading.js';

/** A stretch of the index, both ends included; a single value where they are the same. */
export interface IndexRange {
  from: Buffer;
  to: Buffer;
}

/** The index's knowledge about a condition: no value at all, or one of these. */
export type IndexTest = { path: string } & ({ absent: true } | { absent: false; ranges: IndexRange[] });

type Plan = (condition: Condition, now: number) => IndexRange[] | undefined;

const END = Buffer.alloc(INDEX_LIMITS.textBytes + 2, 0xff);
const upTo = (prefix: Buffer): Buffer => Buffer.concat([prefix, END]);
const point = (value: Buffer): IndexRange => ({ from: value, to: value });
const starting = (prefix: Buffer): IndexRange => ({ from: prefix, to: upTo(prefix) });

/** Every value is a number, a list or object, or a text; what else it counts as comes before these. */
const ANYTHING: IndexRange[] = [{ from: Buffer.from('n'), to: END }];
const TEXTS: IndexRange[] = [starting(Buffer.from('t'))];
const NUMBERS: IndexRange[] = [starting(Buffer.from('n'))];
const DAYS: IndexRange[] = [starting(Buffer.from('d'))];

const numbers = (from: number, to: number): IndexRange[] =>
  from <= to ? [{ from: encode.number(from), to: encode.number(to) }] : [];

/**
 * Days in the index are those of UTC, while conditions go by the lead's clock: both ends give way by two days, one for
 * the value and one for what it is compared with.
 */
const SLACK_MS = 2 * DAY_MS;
/** Returns the range of days between two times. Null means no bound. */
function days(from: number | null, to: number | null, slack = SLACK_MS): IndexRange[] {
  const [low, high] = [from === null ? null : from - slack, to === null ? null : to + slack];
  if (low !== null && high !== null && low > high) return [];
  return [
    {
      from: low === null ? Buffer.from('d') : encode.day(indexedDay(low)),
      to: high === null ? upTo(Buffer.from('d')) : encode.day(indexedDay(high)),
    },
  ];
}

/** The values that equal one given: texts also as numbers; truth values and lists are the same where their texts are. */
function equal(value: unknown): IndexRange[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'object') return [point(encode.other()), point(encode.text(String(value)))];
  if (typeof value === 'boolean') return [point(encode.text(String(value))), point(encode.other())];
  const number = asNumber(value);
  return [
    ...(typeof value === 'string' ? [point(encode.text(value))] : []),
    ...(number === undefined ? [] : [point(encode.number(number))]),
  ];
}

function among({ value }: Condition): IndexRange[] | undefined {
  const ranges = listOf(value).map(equal);
  return ranges.every((range) => range !== undefined) ? ranges.flat() : undefined;
}

const dateOf = (value: unknown): number | undefined => {
  const date = readDate(value, 'utc');
  return date && instant(date);
};
const instant = ({ day, ms }: DateValue): number => (day === undefined ? ms : Date.parse(`${day}T00:00:00Z`));

/** Values above or below one: numbers by number, dates by day, as far as the given value is either. */
const ordered =
  (above: boolean): Plan =>
  ({ value }) => {
    const [number, date] = [asNumber(value), dateOf(value)];
    if (number === undefined && date === undefined) return undefined;
    const byNumber = number === undefined ? [] : above ? numbers(number, Infinity) : numbers(-Infinity, number);
    const byDay = date === undefined ? [] : above ? days(date, null) : days(null, date);
    return [...byNumber, ...byDay];
  };

function bounds({ value, value_to }: Condition): [unknown, unknown] {
  const pair = Array.isArray(value) && value.length === 2 && (value_to === undefined || value_to === null);
  return pair ? [value[0], value[1]] : [value, value_to];
}

const between =
  (negated: boolean): Plan =>
  (condition) => {
    const [from, to] = bounds(condition);
    const [low, high] = [asNumber(from), asNumber(to)];
    const [first, last] = [dateOf(from), dateOf(to)];
    // One end as a number and the other as a date: whatever compares with both is left to the evaluator.
    if ((low === undefined) !== (high === undefined) || (low === undefined && (first ?? last) === undefined)) {
      return undefined;
    }
    const byNumber = low !== undefined && high !== undefined ? (negated ? NUMBERS : numbers(low, high)) : [];
    const byDay = first !== undefined && last !== undefined ? (negated ? DAYS : days(first, last)) : [];
    return [...byNumber, ...byDay];
  };

const calendar =
  (range: (at: number) => IndexRange[]): Plan =>
  ({ value }, now) => {
    const date = readExpectedDate(value, 'utc', now);
    return date && range(instant(date));
  };

/** Days between now and the instant `amount` units from it, or beyond that. Months are longer here than there. */
const relative =
  (sign: 1 | -1, range: (edge: number, now: number, slack: number) => IndexRange[]): Plan =>
  ({ value, unit }, now) => {
    const amount = asNumber(value);
    if (amount === undefined) return undefined;
    const edge = shift(now, sign * amount, unit ?? 'days', 'utc');
    return isIndexedDay(edge) ? range(edge, now, unit === 'months' ? 3 * SLACK_MS : SLACK_MS) : DAYS;
  };

const MOST_DAYS = 3_000_000;

/** Dates by how many days lie between them and today. */
const counted =
  (direction: 1 | -1): Plan =>
  ({ value }, now) => {
    const { op, n } = (value ?? {}) as { op?: string; n?: number };
    if (typeof op !== 'string' || typeof n !== 'number') return undefined;
    const edge = Math.abs(n) > MOST_DAYS ? Number.NaN : now - direction * n * DAY_MS;
    if (!isIndexedDay(edge) || op === 'neq') return DAYS;
    if (op === 'eq') return days(edge, edge);
    const earlier = op.startsWith('gt') === (direction === 1);
    return earlier ? days(null, edge) : days(edge, null);
  };

const truth =
  (value: boolean): Plan =>
  () => [point(encode.truth(value))];
const inText: Plan = ({ value }) => (typeof value === 'string' ? TEXTS : undefined);
const inList: Plan = ({ value }) => (value === undefined || value === null ? undefined : [point(encode.other())]);
/** Holds for missing values too, so that the index can't tell. */
const notIndexed: Plan = () => undefined;

const PLANS: { [O in ConditionOperator]: Plan } = {
  eq: ({ value }) => equal(value),
  neq: notIndexed,
  in: among,
  not_in: notIndexed,
  exists: () => ANYTHING,
  not_exists: notIndexed,
  contains: inText,
  not_contains: notIndexed,
  starts_with: ({ value, case_sensitive }) =>
    typeof value !== 'string' ? undefined : case_sensitive ? TEXTS : [starting(encode.text(value))],
  ends_with: inText,
  regex: inText,
  not_regex: notIndexed,
  gt: ordered(true),
  gte: ordered(true),
  lt: ordered(false),
  lte: ordered(false),
  between: between(false),
  not_between: between(true),
  before: calendar((at) => days(null, at)),
  after: calendar((at) => days(at, null)),
  on: calendar((at) => days(at, at)),
  not_on: calendar(() => DAYS),
  within_last: relative(-1, (edge, now, slack) => days(edge, now, slack)),
  within_next: relative(1, (edge, now, slack) => days(now, edge, slack)),
  more_than_ago: relative(-1, (edge, _now, slack) => days(null, edge, slack)),
  more_than_ahead: relative(1, (edge, _now, slack) => days(edge, null, slack)),
  days_since: counted(1),
  days_until: counted(-1),
  anniversary: () => DAYS,
  is_true: truth(true),
  is_false: truth(false),
  empty: notIndexed,
  not_empty: () => ANYTHING,
  has: inList,
  has_any: inList,
  has_all: inList,
  has_none: notIndexed,
  changed: notIndexed,
  changed_to: notIndexed,
  changed_from: notIndexed,
};

/** Parts of a path that may lead into a list, which the index doesn't follow. */
const IN_LIST = /^(\d+|length)$/;

/**
 * Returns what the index of metadata says about a condition. Whatever lead meets the condition passes the test; where
 * the test is wider, the evaluator has the last word. Undefined where the index doesn't help.
 */
export function indexTest(condition: Condition, now: Date): IndexTest | undefined {
  const { source, key } = conditionTarget(condition);
  if (source !== 'metadata' || !isIndexedPath(key)) return undefined;
  if (
    key
      .split('.')
      .slice(1)
      .some((part) => IN_LIST.test(part))
  )
    return undefined;
  if (condition.operator === 'not_exists') return { path: key, absent: true };
  const ranges = PLANS[condition.operator]?.(condition, now.getTime());
  return ranges && { path: key, absent: false, ranges };
}
