import { RE2JS } from 're2js';
import type { ConditionOperator } from '../../../../schemas/rules/conditions.js';
import type { Reading } from '../reading.js';
import { type Comparison, invalid, type Operands, type Operator, type Outcome } from './operator.js';
import { folded, hasTag, listOf } from './scalars.js';

const MAX_PATTERN = 200;
/** Counted repeats make a short pattern long: this many instructions at most, about those of 200 plain characters. */
const MAX_PROGRAM = 220;
/** Matching takes time by pattern and text together; what would take too long isn't compared. */
const MAX_WORK = 1_500_000;
const patterns = new Map<string, RE2JS | null>();

/** A pattern ready for use, in time linear in the text; null where it isn't valid. */
function compile(pattern: string, caseSensitive: boolean): RE2JS | null {
  const key = `${caseSensitive ? 's' : 'i'}${pattern}`;
  let compiled = patterns.get(key);
  if (compiled === undefined) {
    try {
      compiled = RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    } catch {
      compiled = null;
    }
    if (patterns.size < 500) patterns.set(key, compiled);
  }
  return compiled;
}

type TextTest = (text: string, expected: string) => boolean;

const compare =
  (test: TextTest, negated = false) =>
  (actual: Reading, { value, caseSensitive }: Comparison): Outcome => {
    if (typeof actual.value !== 'string' || typeof value !== 'string') return 'mismatch';
    return test(folded(actual.value, caseSensitive), folded(value, caseSensitive)) !== negated;
  };

const contains =
  (negated: boolean) =>
  (actual: Reading, comparison: Comparison): Outcome =>
    actual.kind === 'set'
      ? hasTag(listOf(actual.value), comparison.value) !== negated
      : compare((text, part) => text.includes(part), negated)(actual, comparison);

const matches =
  (negated: boolean) =>
  (actual: Reading, { value, caseSensitive }: Comparison): Outcome => {
    if (typeof actual.value !== 'string' || typeof value !== 'string') return 'mismatch';
    const pattern = compile(value, caseSensitive);
    if (pattern === null || pattern.programSize() * actual.value.length > MAX_WORK) return 'mismatch';
    return pattern.matcher(actual.value).find() !== negated;
  };

const needsText = ({ value }: Operands) =>
  typeof value === 'string' && value.length > 0 && value.length <= 10_000
    ? undefined
    : invalid('The value must be a string.');

function needsPattern({ value }: Operands) {
  if (typeof value !== 'string' || value === '')
    return invalid('The value must be a regular expression.', 'value', 'INVALID_REGEX');
  if (value.length > MAX_PATTERN) {
    return invalid(`A regular expression can have at most ${MAX_PATTERN} characters.`, 'value', 'INVALID_REGEX');
  }
  const pattern = compile(value, true);
  if (!pattern) {
    const allowed = 'it is read as RE2 does: no back references, no looking around, at most 1000 repetitions';
    return invalid(`The regular expression is invalid; ${allowed}.`, 'value', 'INVALID_REGEX');
  }
  return pattern.programSize() > MAX_PROGRAM
    ? invalid('The regular expression has too many repetitions. Use smaller counts.', 'value', 'INVALID_REGEX')
    : undefined;
}

/** Operators on texts. */
export const TEXT = {
  contains: { missing: false, test: contains(false), check: needsText },
  not_contains: { missing: true, test: contains(true), check: needsText },
  starts_with: { missing: false, test: compare((text, part) => text.startsWith(part)), check: needsText },
  ends_with: { missing: false, test: compare((text, part) => text.endsWith(part)), check: needsText },
  regex: { missing: false, test: matches(false), check: needsPattern },
  not_regex: { missing: false, test: matches(true), check: needsPattern },
} satisfies Partial<Record<ConditionOperator, Operator>>;
