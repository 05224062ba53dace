import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import { compareDates, readDate } from '../dates.js';
import type { Reading } from '../reading.js';
import { type Comparison, invalid, needsNothing, needsValue, type Operands, type Operator } from './operator.js';
import { hasTag, listOf, same } from './scalars.js';

function equals(actual: Reading, expected: unknown, { caseSensitive, zone }: Comparison): boolean {
  if (actual.kind === 'set') return hasTag(listOf(actual.value), expected);
  if (actual.kind === 'date') {
    const [a, b] = [readDate(actual.value, zone), readDate(expected, zone)];
    if (a && b) return compareDates(a, b, zone) === 0;
  }
  return same(actual.value, expected, caseSensitive);
}

const among = (actual: Reading, comparison: Comparison): boolean =>
  listOf(comparison.value).some((expected) => equals(actual, expected, comparison));

const needsList = ({ value }: Operands) =>
  Array.isArray(value) && value.length > 0 && value.length <= 500
    ? undefined
    : invalid('The value must be a list of 1 to 500 items.');

const exists = (actual: Reading): boolean => !(actual.kind === 'set' && listOf(actual.value).length === 0);

/** Operators on values of any type. */
export const EQUALITY = {
  eq: { missing: false, test: (actual, c) => equals(actual, c.value, c), check: needsValue },
  neq: { missing: true, test: (actual, c) => !equals(actual, c.value, c), check: needsValue },
  in: { missing: false, test: among, check: needsList },
  not_in: { missing: true, test: (actual, c) => !among(actual, c), check: needsList },
  exists: { missing: false, test: exists, check: needsNothing },
  not_exists: { missing: true, test: (actual) => !exists(actual), check: needsNothing },
} satisfies Partial<Record<ConditionOperator, Operator>>;
