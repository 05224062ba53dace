import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import type { Reading } from '../reading.js';
import { needsNothing, type Operator } from './operator.js';

const TRUE: unknown[] = [true, 1, 'true', '1', 'yes'];
const FALSE: unknown[] = [false, 0, 'false', '0', 'no'];
const plain = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

function isEmpty({ value }: Reading): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Operators that ask what there is, without comparing. */
export const PRESENCE = {
  is_true: { missing: false, test: ({ value }) => TRUE.includes(plain(value)), check: needsNothing },
  is_false: { missing: false, test: ({ value }) => FALSE.includes(plain(value)), check: needsNothing },
  empty: { missing: true, test: isEmpty, check: needsNothing },
  not_empty: { missing: false, test: (actual) => !isEmpty(actual), check: needsNothing },
} satisfies Partial<Record<ConditionOperator, Operator>>;
