import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import type { Reading } from '../reading.js';
import { type Comparison, invalid, needsValue, type Operands, type Operator, type Outcome } from './operator.js';
import { hasTag, listOf, same } from './scalars.js';

type Holds = (has: (item: unknown) => boolean, wanted: unknown[]) => boolean;

const test =
  (holds: Holds) =>
  (actual: Reading, { value, caseSensitive }: Comparison): Outcome => {
    const items = actual.value;
    if (!Array.isArray(items)) return 'mismatch';
    const has = (wanted: unknown) =>
      actual.kind === 'set' ? hasTag(items, wanted) : items.some((item) => same(item, wanted, caseSensitive));
    return holds(has, listOf(value));
  };

const needsItems = ({ value }: Operands) =>
  value === undefined || value === null || (Array.isArray(value) && (value.length === 0 || value.length > 500))
    ? invalid('The value must be an item or a list of 1 to 500 items.')
    : undefined;

/** Operators on tags and lists. */
export const SETS = {
  has: { missing: false, test: test((has, wanted) => wanted.every(has)), check: needsValue },
  has_any: { missing: false, test: test((has, wanted) => wanted.some(has)), check: needsItems },
  has_all: { missing: false, test: test((has, wanted) => wanted.every(has)), check: needsItems },
  has_none: { missing: true, test: test((has, wanted) => !wanted.some(has)), check: needsItems },
} satisfies Partial<Record<ConditionOperator, Operator>>;
