import { checkTypes } from '../../functions/check-types.js';
import { DeployError, deploy } from '../../functions/deploy.js';
import { createSingleFlight } from '../../runtime/concurrency.js';
import { checkFunctionContract } from '../../schemas/functions/cloud-function-contracts.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';

/** Compilers that may run at the same time in one process; each has a gigabyte of addresses at most. */
const CHECKS_AT_ONCE = 2;
const TOO_MUCH = 'Its types are too much to be checked in time.';
const warning = { severity: 'warning' as const, line: null, column: null };

async function problemsOf(source: string) {
  try {
    await deploy(source);
  } catch (error) {
    if (!(error instanceof DeployError)) throw error;
    return error.problems.map(({ message, line, column }) => ({ severity: 'error' as const, message, line, column }));
  }
  const found = await checkTypes(source);
  return found ? found.map((each) => ({ ...warning, ...each })) : [{ ...warning, message: TOO_MUCH }];
}

export const checkFunctionRoute = (_deps: ApiDependencies) => {
  const once = createSingleFlight();
  let running = 0;
  const check = async (source: string) => {
    if (running >= CHECKS_AT_ONCE) throw new ApiError('FUNCTION_BUSY', { headers: { 'Retry-After': '1' } });
    running += 1;
    try {
      return await problemsOf(source);
    } finally {
      running -= 1;
    }
  };
  return route(checkFunctionContract).handle(async ({ body: { source } }) => ({
    status: 200,
    body: { success: true, problems: await once(source, () => check(source)) },
  }));
};
