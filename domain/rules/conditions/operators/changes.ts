import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import { needsNothing, needsValue, type Operator } from './operator.js';
import { same } from './scalars.js';

/** Operators on what the handled event changed; without an event nothing changed. */
export const CHANGES = {
  changed: { missing: false, test: (_actual, { change }) => change !== undefined, check: needsNothing },
  changed_to: {
    missing: false,
    test: (_actual, { change, value, caseSensitive }) => change !== undefined && same(change.to, value, caseSensitive),
    check: needsValue,
  },
  changed_from: {
    missing: false,
    test: (_actual, { change, value, caseSensitive }) =>
      change !== undefined && same(change.from, value, caseSensitive),
    check: needsValue,
  },
} satisfies Partial<Record<ConditionOperator, Operator>>;
