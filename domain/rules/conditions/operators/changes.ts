import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import type { Reading } from '../reading.js';
import { type Comparison, needsNothing, needsValue, type Operator } from './operator.js';
import { hasTag, listOf, same } from './scalars.js';

/** Makes a test of one side of a change; of a set, each of the given tags must have been added or removed. */
const sideIs =
  (side: 'from' | 'to') =>
  ({ kind }: Reading, { change, value, caseSensitive }: Comparison): boolean => {
    if (change === undefined) return false;
    if (kind === 'set') return listOf(value).every((tag) => hasTag(listOf(change[side]), tag));
    return same(change[side], value, caseSensitive);
  };

/** Operators on what the handled event changed; without an event nothing changed. */
export const CHANGES = {
  changed: { missing: false, test: (_actual, { change }) => change !== undefined, check: needsNothing },
  changed_to: { missing: false, test: sideIs('to'), check: needsValue },
  changed_from: { missing: false, test: sideIs('from'), check: needsValue },
} satisfies Partial<Record<ConditionOperator, Operator>>;
