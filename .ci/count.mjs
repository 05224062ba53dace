import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countSuite } from '../scripts/lib/count.mjs';
import { readJson } from '../scripts/lib/files.mjs';
import { testDataDir } from '../scripts/lib/paths.mjs';

// Sums up what the checks noted in the folder given: a suite counts its tests, any other check counts as one.
const SUITES = { test: 'jest', exhaustive: 'exhaustive', conformance: 'conformance', faults: 'faults' };
const CHECKS = ['lint', 'types', 'dead'];

const [codes] = process.argv.slice(2);
const skips = readJson(fileURLToPath(new URL('skips.json', import.meta.url))) ?? {};
const codeOf = (name) => (existsSync(join(codes, name)) ? Number(readFileSync(join(codes, name), 'utf8')) : undefined);

let passed = 0;
let failed = 0;
const problems = [];
const causes = [];
for (const [name, file] of Object.entries(SUITES)) {
  const result = countSuite({ name, code: codeOf(name), result: readJson(join(testDataDir, `${file}.json`)), skips });
  passed += result.passed;
  failed += result.failed;
  problems.push(...result.problems);
  causes.push(...result.causes);
}
for (const name of CHECKS) {
  const code = codeOf(name);
  if (code === 0) passed += 1;
  else {
    failed += 1;
    problems.push(code === undefined ? `${name}: did not run` : `${name}: failed`);
  }
}
// Failures are repeated next to the total, because the suites' own reports are far above.
for (const cause of causes.slice(0, 10)) process.stdout.write(`\n${cause}\n`);
process.stdout.write(`\n${problems.map((problem) => `- ${problem}\n`).join('')}${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
