import type { ConditionUnit } from '../../../../schemas/rules/conditions.js';
import type { Reading } from '../reading.js';

/** A comparison with a value. */
export interface Comparison {
  value: unknown;
  valueTo: unknown;
  unit: ConditionUnit;
  caseSensitive: boolean;
  now: number;
  zone: string;
  /** The change of the value in the handled event; undefined if it didn't change. */
  change?: { from: unknown; to: unknown } | undefined;
}

/** `mismatch`: the value is of a type this operator can't compare. */
export type Outcome = boolean | 'mismatch';

/** A fault in how an operator is used. */
export interface OperandProblem {
  code: 'VALIDATION_ERROR' | 'INVALID_REGEX' | 'INVALID_DATE';
  property: 'value' | 'value_to' | 'unit';
  message: string;
}

/** The operands that an operator requires when it is saved. */
export interface Operands {
  value: unknown;
  value_to: unknown;
  unit: unknown;
}

/** One operator: its answer for a missing value, its test of a present one, and what it needs. */
export interface Operator {
  missing: boolean;
  test(actual: Reading, comparison: Comparison): Outcome;
  check(operands: Operands): OperandProblem | undefined;
}

/** Makes the problem of an operand that means nothing to its operator. */
export const invalid = (
  message: string,
  property: OperandProblem['property'] = 'value',
  code: OperandProblem['code'] = 'VALIDATION_ERROR',
): OperandProblem => ({ code, property, message });

/** Checks operators that compare with nothing. */
export const needsNothing = (): undefined => undefined;

/** Checks operators that compare with one value of any kind. */
export const needsValue = ({ value }: Operands): OperandProblem | undefined =>
  value === undefined || value === null ? invalid('This operator requires a value.') : undefined;
