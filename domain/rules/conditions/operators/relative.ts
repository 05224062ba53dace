import type { ConditionOperator, ConditionUnit } from '../../../../schemas/rules/conditions.js';
import { dayOf } from '../../../time/zoned.js';
import { readDate, shift } from '../dates.js';
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

const UNITS: readonly ConditionUnit[] = ['minutes', 'hours', 'days', 'weeks', 'months'];

type Position = { at: number | string; now: number | string; edge: number | string };

/**
 * Places a date against now and against the instant `amount` units from now. A date without a time is placed by
 * calendar days where the unit is at least a day.
 */
function positionOf(actual: Reading, { value, unit, zone, now }: Comparison, sign: 1 | -1): Position | undefined {
  const date = readDate(actual.value, zone);
  const amount = asNumber(value);
  if (!date || amount === undefined) return undefined;
  const edge = shift(now, sign * amount, unit, zone);
  if (date.day !== undefined && unit !== 'minutes' && unit !== 'hours') {
    return { at: date.day, now: dayOf(now, zone), edge: dayOf(edge, zone) };
  }
  return { at: date.ms, now, edge };
}

const test =
  (sign: 1 | -1, holds: (position: Position) => boolean) =>
  (actual: Reading, comparison: Comparison): Outcome => {
    const found = positionOf(actual, comparison, sign);
    return found ? holds(found) : 'mismatch';
  };

function needsAmount({ value, unit }: Operands): OperandProblem | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 1_000_000) {
    return invalid('The value must be an integer of at least 0.');
  }
  if (unit === undefined || unit === null) return invalid(`The unit must be one of: ${UNITS.join(', ')}.`, 'unit');
  return undefined;
}

/** Operators on how long ago or ahead a date is. */
export const RELATIVE = {
  within_last: { missing: false, test: test(-1, (p) => p.at >= p.edge && p.at <= p.now), check: needsAmount },
  within_next: { missing: false, test: test(1, (p) => p.at >= p.now && p.at <= p.edge), check: needsAmount },
  more_than_ago: { missing: false, test: test(-1, (p) => p.at < p.edge), check: needsAmount },
  more_than_ahead: { missing: false, test: test(1, (p) => p.at > p.edge), check: needsAmount },
} satisfies Partial<Record<ConditionOperator, Operator>>;
