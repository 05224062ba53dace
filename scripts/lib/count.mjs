import { stripVTControlCharacters } from 'node:util';

/**
 * Counts one suite by jest's own result. A test that didn't run counts as failed unless `skips` gives a reason under its
 * full name; so does a suite that ended badly without a failed test to show for it, or left no result.
 * `causes` are the first lines of what each test said that failed, and each file that could not run.
 */
export function countSuite({ name, code, result, skips }) {
  if (code === undefined) return { passed: 0, failed: 1, problems: [`${name}: did not run`], causes: [] };
  if (result === undefined)
    return { passed: 0, failed: 1, problems: [`${name}: ended with code ${code} before its tests ran`], causes: [] };
  const problems = [];
  const causes = [];
  let passed = 0;
  for (const file of result.testResults ?? []) {
    if (file.status === 'failed' && (file.assertionResults ?? []).length === 0) {
      problems.push(`${name}: ${file.name} could not run`);
      causes.push(causeOf(file.name, file.message));
    }
    for (const test of file.assertionResults ?? []) {
      const reason = skips[test.fullName];
      if (test.status === 'passed') passed += 1;
      else if (test.status === 'failed') {
        problems.push(`${name}: failed: ${test.fullName}`);
        causes.push(causeOf(test.fullName, test.failureMessages?.join('\n')));
      } else if (typeof reason !== 'string' || reason.trim() === '')
        problems.push(`${name}: skipped without a reason in .ci/skips.json: ${test.fullName}`);
    }
  }
  if (code !== 0 && problems.length === 0) problems.push(`${name}: ended with code ${code}`);
  return { passed, failed: problems.length, problems, causes };
}

const CAUSE_LINES = 40;

function causeOf(what, said = '') {
  const lines = stripVTControlCharacters(said).split('\n');
  return [`${what}:`, ...lines.slice(0, CAUSE_LINES)].join('\n    ');
}
