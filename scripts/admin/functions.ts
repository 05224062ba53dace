import type { Knex } from 'knex';
import { deployFunctionRoute, getFunctionRoute, listFunctionsRoute } from '../../api/functions/functions.js';
import { listFunctionRunsRoute, runFunctionRoute } from '../../api/functions/runs.js';
import { createSandboxPool } from '../../functions/sandbox.js';
import { loadConfig, secretsOf } from '../../runtime/config.js';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { JsonRefused, parseStrictJson } from '../../runtime/strict-json.js';
import { FUNCTION_RUN_STATUSES } from '../../schemas/functions/function-runs.js';
import { executeFunction } from '../../services/functions/run.js';
import type { FunctionRunner } from '../../temporal/functions.js';
import { ACCOUNT, type Commands, countOf, type Given, LIMIT, oneOf, ownerOf, UsageError, workOf } from './command.js';
import { operate, operateList } from './operate.js';

const LISTED = 50;
const FUNCTION = { function: { value: 'F', needed: true } } as const;

const functionOf = (given: Given) => ownerOf(given, 'cloud_functions', 'function');

/** Returns the context of a function: `--ctx`, and the values of the other options. */
function contextOf(given: Given): Record<string, unknown> {
  const named = { lead_id: given.text('lead'), event: given.text('event'), sample_label: given.text('label') };
  const text = given.text('ctx') ?? '{}';
  let ctx: unknown;
  try {
    ctx = parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    throw new UsageError(`--ctx: ${error.message}`);
  }
  if (typeof ctx !== 'object' || ctx === null || Array.isArray(ctx))
    throw new UsageError('--ctx: must be a JSON object');
  return { ...ctx, ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined)) };
}

/** Works with sandboxes of this process's own, so that neither Temporal nor a worker has to be there. */
async function withSandbox<T>(db: Knex, work: (functions: FunctionRunner) => Promise<T>): Promise<T> {
  const pool = createSandboxPool({ size: 1 });
  const fetch = createSafeFetch();
  const deps = { ...workOf({ db }), pool, fetch, box: createSecretBox(secretsOf(loadConfig())) };
  try {
    return await work({
      run: async ({ functionRunId }) => ((await executeFunction(deps, functionRunId)) ? 'done' : 'gone'),
    });
  } finally {
    await Promise.all([pool.close(), fetch.close()]);
  }
}

/** Cloud functions and their runs. */
export const FUNCTION_COMMANDS: Commands = {
  'functions list': {
    options: { ...ACCOUNT, ...LIMIT },
    does: 'list the cloud functions of an account',
    columns: ['id', 'name', 'version', 'is_active', 'deployed_at', 'last_run_at'],
    run: async (given) =>
      operateList(given.db, listFunctionsRoute, {
        accountId: await given.account(),
        limit: countOf(given, 'limit', LISTED),
      }),
  },
  'functions show': {
    options: FUNCTION,
    does: 'show a cloud function with its source',
    async run(given) {
      const { accountId, id } = await functionOf(given);
      return (await operate(given.db, getFunctionRoute, { accountId, params: { id } })).function;
    },
  },
  'functions deploy': {
    options: FUNCTION,
    does: 'compile the current version of a cloud function, and show the line of an error',
    async run(given) {
      const { accountId, id } = await functionOf(given);
      const { success: _, ...deployed } = await operate(given.db, deployFunctionRoute, { accountId, params: { id } });
      return deployed;
    },
  },
  'functions run': {
    options: {
      ...FUNCTION,
      lead: { value: 'L' },
      event: { value: 'E' },
      label: { value: 'T' },
      ctx: { value: 'JSON' },
    },
    does: 'run a cloud function as a dry run in this process; exits with 1 if the code failed',
    async run(given) {
      const { accountId, id } = await functionOf(given);
      const asked = { accountId, params: { id }, body: { ctx: contextOf(given) } };
      const { run } = await withSandbox(given.db, (functions) =>
        operate(given.db, runFunctionRoute, asked, { functions }),
      );
      return run;
    },
    isBad: (run) => (run as { status: string }).status !== 'success',
  },
  'functions runs': {
    options: { ...FUNCTION, status: { value: FUNCTION_RUN_STATUSES.join('|') }, lead: { value: 'L' }, ...LIMIT },
    does: 'list the runs of a cloud function, newest first',
    columns: ['id', 'trigger_event', 'dry_run', 'lead_id', 'status', 'duration_ms', 'ran_at'],
    async run(given) {
      const { accountId, id } = await functionOf(given);
      return operateList(given.db, listFunctionRunsRoute, {
        accountId,
        params: { id },
        limit: countOf(given, 'limit', LISTED),
        query: { status: oneOf(given, 'status', FUNCTION_RUN_STATUSES), lead_id: given.text('lead') },
      });
    },
  },
};
