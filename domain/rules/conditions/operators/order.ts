import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import { compareDates, readDate } from '../dates.js';
import type { Reading } from '../reading.js';
import {
  type Comparison,
  invalid,
  type OperandProblem,
  type Operands,
  type Operator,
  type Outcome,
} from './operator.js';
import { asNumber } from './scalars.js';

/** Negative, zero or positive as the value lies below, at or above the other; undefined where they can't be compared. */
function order(actual: Reading, expected: unknown, zone: string): number | undefined {
  if (actual.kind !== 'date') {
    const [a, b] = [asNumber(actual.value), asNumber(expected)];
    if (a !== undefined && b !== undefined) return a - b;
    if (actual.kind === 'number') return undefined;
  }
  const [a, b] = [readDate(actual.value, zone), readDate(expected, zone)];
  return a && b ? compareDates(a, b, zone) : undefined;
}

const compare =
  (test: (difference: number) => boolean) =>
  (actual: Reading, { value, zone }: Comparison): Outcome => {
    const difference = order(actual, value, zone);
    return difference === undefined ? 'mismatch' : test(difference);
  };

const between =
  (negated: boolean) =>
  (actual: Reading, comparison: Comparison): Outcome => {
    const [from, to] = bounds(comparison.value, comparison.valueTo);
    const [low, high] = [order(actual, from, comparison.zone), order(actual, to, comparison.zone)];
    if (low === undefined || high === undefined) return 'mismatch';
    return (low >= 0 && high <= 0) !== negated;
  };

const bounds = (value: unknown, valueTo: unknown): [unknown, unknown] =>
  Array.isArray(value) && value.length === 2 && (valueTo === undefined || valueTo === null)
    ? [value[0], value[1]]
    : [value, valueTo];

const isOrdered = (value: unknown): boolean => asNumber(value) !== undefined || readDate(value, 'utc') !== undefined;
const WANTED = 'The value must be a number or a date (ISO 8601).';

const needsOrdered = ({ value }: Operands): OperandProblem | undefined =>
  isOrdered(value) ? undefined : invalid(WANTED);
function needsBounds({ value, value_to }: Operands): OperandProblem | undefined {
  const [from, to] = bounds(value, value_to);
  if (!isOrdered(from)) return invalid(WANTED);
  return isOrdered(to) ? undefined : invalid(WANTED, 'value_to');
}

/** Operators on numbers and dates. */
export const ORDER = {
  gt: { missing: false, test: compare((difference) => difference > 0), check: needsOrdered },
  gte: { missing: false, test: compare((difference) => difference >= 0), check: needsOrdered },
  lt: { missing: false, test: compare((difference) => difference < 0), check: needsOrdered },
  lte: { missing: false, test: compare((difference) => difference <= 0), check: needsOrdered },
  between: { missing: false, test: between(false), check: needsBounds },
  not_between: { missing: false, test: between(true), check: needsBounds },
} satisfies Partial<Record<ConditionOperator, Operator>>;
