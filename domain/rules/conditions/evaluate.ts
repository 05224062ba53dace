import type { Condition, ConditionOperator, ConditionSource, Match } from '../../../schemas/rules/conditions.js';
import type { Facts } from '../../facts.js';
import { isZone } from '../../leads/lead-zone.js';
import { changeAt } from './changes.js';
import { OPERATORS } from './operators/index.js';
import { conditionTarget } from './reading.js';
import { SOURCES } from './sources/index.js';

/** The result of one condition. */
interface ConditionResult {
  index: number;
  verdict: 'matched' | 'not_matched' | 'missing' | 'type_mismatch';
  /** A sentence without the lead's values, so that it may stand in any log. */
  reason: string;
}

/** Something that kept a condition from being compared. */
interface ConditionWarning {
  index: number;
  code: 'TYPE_MISMATCH';
  message: string;
}

export interface Evaluation {
  matched: boolean;
  results: ConditionResult[];
  warnings: ConditionWarning[];
}

const LONGEST_VALUE = 60;

/** The zone a condition's calendar days are read in. */
function zoneOf(condition: Condition, facts: Facts): string {
  if (condition.timezone === 'workflow') return facts.agentTimezone;
  return condition.timezone && isZone(condition.timezone) ? condition.timezone : facts.timezone;
}

const isSource = (source: string | undefined): source is ConditionSource =>
  source !== undefined && Object.hasOwn(SOURCES, source);
const isOperator = (operator: string): operator is ConditionOperator => Object.hasOwn(OPERATORS, operator);

/** Returns the compared value, shortened to fit a sentence. */
function comparedWith({ value, value_to: to }: Condition): string {
  const given = [value, to].filter((one) => one !== undefined && one !== null);
  return given
    .map((one) => ` ${typeof one === 'string' ? one : JSON.stringify(one)}`.slice(0, LONGEST_VALUE))
    .join(' to');
}

function evaluateOne(condition: Condition, index: number, facts: Facts, now: number): ConditionResult {
  const { source, key, path } = conditionTarget(condition);
  const text = `${path} ${condition.operator}${comparedWith(condition)}`;
  if (!isSource(source) || !isOperator(condition.operator)) {
    return { index, verdict: 'type_mismatch', reason: `${text} can’t be evaluated` };
  }
  const zone = zoneOf(condition, facts);
  const actual = SOURCES[source].read(key, facts, { now, zone });
  const operator = OPERATORS[condition.operator];
  const about = condition.operator.startsWith('changed');
  if (!about && (actual.value === undefined || actual.value === null)) {
    return operator.missing
      ? { index, verdict: 'matched', reason: `${text} holds: there is no value` }
      : { index, verdict: 'missing', reason: `${text} does not hold: there is no value` };
  }
  const outcome = operator.test(actual, {
    value: condition.value,
    valueTo: condition.value_to,
    unit: condition.unit ?? 'days',
    caseSensitive: condition.case_sensitive ?? false,
    now,
    zone,
    change: about ? changeAt(path, facts.event?.changes) : undefined,
  });
  if (outcome === 'mismatch') {
    return { index, verdict: 'type_mismatch', reason: `${text} can’t compare a value of this type` };
  }
  return outcome
    ? { index, verdict: 'matched', reason: `${text} holds` }
    : { index, verdict: 'not_matched', reason: `${text} does not hold` };
}

/**
 * Tests conditions against the facts at an instant. Never throws: a missing value or one of another type makes a
 * condition false (a missing one true for negative operators), a wrong type also a warning. No conditions hold always.
 */
export function evaluate(
  conditions: readonly Condition[] | null | undefined,
  match: Match | null | undefined,
  facts: Facts,
  now: Date,
): Evaluation {
  const results = (conditions ?? []).map((condition, index) => evaluateOne(condition, index, facts, now.getTime()));
  const hits = results.filter((result) => result.verdict === 'matched').length;
  const matched = results.length === 0 || (match === 'any' ? hits > 0 : hits === results.length);
  const warnings = results
    .filter((result) => result.verdict === 'type_mismatch')
    .map(({ index, reason }): ConditionWarning => ({ index, code: 'TYPE_MISMATCH', message: reason }));
  return { matched, results, warnings };
}
