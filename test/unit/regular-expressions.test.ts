import { describe, expect, it } from '@jest/globals';
import { checkConditions, evaluate } from '../../domain/rules/conditions/index.js';
import { factsOf } from '../support/cadence.js';

/**
 * The maximum ratio to a plain repetition in the same moment. The slowest takes some ten times as long, on a busy
 * machine twenty. A quadratic one would take thousands, and one that backtracks never ends.
 */
const MOST_TIMES = 200;
const PLAIN = '^(?:a|b)*c';
const LENGTH = 50_000;

/** Patterns that make backtracking engines hang, by family: nested, overlapping, alternated, optional, counted. */
const PATTERNS = [
  ...['(a+)+$', '(a*)*$', '(a|a)*$', '(a|aa)+$', '(.*a){12}', '^(a+)+b', '(a+a+)+b', '(\\w+\\s?)*$', '(\\d+)*x'],
  ...['(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*)*=.*', '(a?){25}a{25}', '(ab*)*c', '(?:a+)+!', '([a-zA-Z]+)*1'],
  ...[
    '^(\\w+)+@',
    '(\\s+)+$',
    '(a|b|ab)*c',
    '((a{0,5}){0,5})*[c]',
    '(.+)+\\1',
    '(?=a+)a*a*b',
    'a*a*a*a*a*b',
    '.*.*.*=.*',
  ],
  ...['^(?:(?:a*)*)*$', '(aa|a)*$', '(a{1,2}){20}b', '[a-z]*[a-z]*[a-z]*\\d', '(a*b?a*)*$', '^a*?a*?a*?b', '(a+){10}c'],
  ...['(\\w*)*\\.', '(?:.|a)*?b{3}', '(^a+)*b', '((a+)?)*b', '(a+|b+)*c', '(a|[ab])*c', '\\w+\\w+\\w+!', '(?i:(A+)+)b'],
  ...['(.{0,100}){0,5}z', '(a.?)*b', '([^,]*,)*x'],
];

describe('regular expressions in conditions', () => {
  const text = 'a'.repeat(LENGTH);
  const facts = factsOf({ metadata: { text, spaced: `${'a '.repeat(LENGTH / 2)}!` } });
  const conditionsOf = (value: string) =>
    ['text', 'spaced'].map((key) => ({ source: 'metadata' as const, key, operator: 'regex' as const, value }));
  const answersIn = (value: string): number => {
    const conditions = conditionsOf(value);
    evaluate(conditions, 'all', factsOf({ metadata: { text: 'warm', spaced: 'up' } }), new Date());
    // The fastest of three, because other load on the machine can slow a round.
    const times = [1, 2, 3].map(() => {
      const begun = performance.now();
      evaluate(conditions, 'all', facts, new Date());
      return performance.now() - begun;
    });
    return Math.min(...times);
  };
  it.each(PATTERNS)('%s answers in time on 50,000 characters, or is refused when saved', (value) => {
    const problems = checkConditions(conditionsOf(value), '/conditions');
    if (problems.length > 0) {
      expect(problems[0]?.code).toBe('INVALID_REGEX');
      return;
    }
    expect(answersIn(value) / answersIn(PLAIN)).toBeLessThanOrEqual(MOST_TIMES);
  });
});
