import pLimit from 'p-limit';
import { checkTypes } from '../../functions/check-types.js';
import { DeployError, deploy } from '../../functions/deploy.js';
import { localeUses } from '../../functions/locale-use.js';
import { createSingleFlight } from '../../runtime/concurrency.js';
import { checkFunctionContract } from '../../schemas/functions/cloud-function-contracts.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';

/** Compilers that may run at the same time in one process; each has a gigabyte of addresses at most. */
const CHECKS_AT_ONCE = 2;
/** Those that wait for a place; more are refused. */
const CHECKS_WAITING = 20;
const TOO_MUCH = 'The types of the source are too complex to check in time.';
const MOST_PROBLEMS = 50;
const warning = { severity: 'warning' as const, line: null, column: null };

async function problemsOf(source: string) {
  try {
    await deploy(source);
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    return error.problems.map(({ message, line, column }) => ({ severity: 'error' as const, message, line, column }));
  }
  const found = await checkTypes(source);
  const types = found ? found.map((each) => ({ ...warning, ...each })) : [{ ...warning, message: TOO_MUCH }];
  const all = [...types, ...localeUses(source).map((each) => ({ ...warning, ...each }))];
  return all.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0)).slice(0, MOST_PROBLEMS);
}

export const checkFunctionRoute = (_deps: ApiDependencies) => {
  const once = createSingleFlight();
  const limit = pLimit(CHECKS_AT_ONCE);
  const check = (source: string) => {
    if (limit.pendingCount >= CHECKS_WAITING) throw new ApiError('FUNCTION_BUSY', { headers: { 'Retry-After': '1' } });
    return limit(problemsOf, source);
  };
  return route(checkFunctionContract).handle(async ({ body: { source } }) => ({
    status: 200,
    body: { success: true, problems: await once(source, async () => check(source)) },
  }));
};
