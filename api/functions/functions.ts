import type { Db } from '../../db/connection.js';
import {
  findFunction,
  findFunctionVersion,
  listDeployments,
  listFunctions,
  listFunctionVersions,
  lockFunction,
} from '../../db/functions/functions.js';
import { listFires } from '../../db/functions/runs.js';
import type { FunctionRow } from '../../db/tables.js';
import { DeployError } from '../../functions/deploy.js';
import {
  createFunctionContract,
  deleteFunctionContract,
  deployFunctionContract,
  getFunctionContract,
  listFunctionsContract,
  listFunctionVersionsContract,
  updateFunctionContract,
} from '../../schemas/functions/cloud-function-contracts.js';
import type { CloudFunction } from '../../schemas/functions/cloud-functions.js';
import * as functions from '../../services/functions/functions.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { ApiError } from '../http/errors.js';
import { decodeCursor, encodeCursor, idPage, idPageOf, pageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { problemsError } from '../jobs/problems.js';
import { checkIfMatch, etagOf } from '../leads/find.js';
import { toFire, toFunctionSummary } from './to-function.js';

const KIND = 'cloud_functions';
const VERSIONS = 'function_versions';
const LIMIT = 50;

/** Names who changes a function. */
export const ownerOf = ({
  account,
  key,
  user,
}: Pick<RouteInput<typeof createFunctionContract>, 'account' | 'key' | 'user'>): functions.FunctionOwner => ({
  accountId: account.id,
  timezone: account.timezone,
  by: callerName({ key, user }),
});

/** Finds the function of a path: any text that is none of the account's is answered like an unknown one. */
export const requireFunction = async (db: Db, accountId: string, id: string): Promise<FunctionRow> =>
  found(await findFunction(db, accountId, pathId(id, 'FUNCTION_NOT_FOUND')), 'FUNCTION_NOT_FOUND');

/** Finds the function of a path as `requireFunction` does, and locks its row until the transaction ends. */
export const requireLockedFunction = async (tx: Db, accountId: string, id: string): Promise<FunctionRow> =>
  found(await lockFunction(tx, accountId, pathId(id, 'FUNCTION_NOT_FOUND')), 'FUNCTION_NOT_FOUND');

/** Makes the 500 of a function that can't be deployed; anything else is passed on. */
export function deployProblem(error: unknown): never {
  if (!(error instanceof DeployError)) throw error;
  const [first] = error.problems;
  const position = first?.line ? ` (line ${first.line}, column ${first.column})` : '';
  throw new ApiError('FUNCTION_DEPLOY_FAILED', {
    message: `${error.stage}: ${error.message}${position}`,
    details: {
      stage: error.stage,
      line: first?.line ?? null,
      column: first?.column ?? null,
      line_text: first?.line_text ?? null,
      errors: error.problems,
    },
  });
}

const FIRES_SHOWN = 10;

async function whole(db: Db, row: FunctionRow, now: Date): Promise<CloudFunction> {
  const version = await findFunctionVersion(db, row.id, row.source_version);
  const fires = (await listFires(db, row.id, { limit: FIRES_SHOWN })).slice(0, FIRES_SHOWN);
  return {
    ...toFunctionSummary(row, version?.deployed_at ?? null, now),
    fires: fires.map(toFire),
    source: version?.source ?? '',
  };
}

const done = (result: functions.FunctionOutcome): FunctionRow => {
  if (result.outcome === 'refused') throw problemsError(result.problems);
  return result.row;
};

export const createFunctionRoute = (_deps: ApiDependencies) =>
  route(createFunctionContract).handle(async (input) => {
    const row = done(await functions.createFunction(input.work, ownerOf(input), input.body));
    const body = { success: true as const, function: await whole(input.db, row, input.now) };
    return { status: 201, headers: { ETag: etagOf(row) }, body };
  });

export const listFunctionsRoute = (_deps: ApiDependencies) =>
  route(listFunctionsContract).handle(async ({ account, db, query, now }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listFunctions(db, account.id, page), page.limit);
    const deployed = await listDeployments(db, rows);
    return {
      status: 200,
      body: {
        success: true,
        functions: rows.map((row) => toFunctionSummary(row, deployed.get(row.id) ?? null, now)),
        pagination,
      },
    };
  });

export const getFunctionRoute = (_deps: ApiDependencies) =>
  route(getFunctionContract).handle(async ({ account, db, params, now }) => {
    const row = await requireFunction(db, account.id, params.id);
    const body = { success: true as const, function: await whole(db, row, now) };
    return { status: 200, headers: { ETag: etagOf(row) }, body };
  });

export const updateFunctionRoute = (_deps: ApiDependencies) =>
  route(updateFunctionContract).handle(async (input) => {
    const before = await requireLockedFunction(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, before);
    const row = done(await functions.changeFunction(input.work, ownerOf(input), before, input.body));
    const body = { success: true as const, function: await whole(input.db, row, input.now) };
    return { status: 200, headers: { ETag: etagOf(row) }, body };
  });

export const deleteFunctionRoute = (_deps: ApiDependencies) =>
  route(deleteFunctionContract).handle(async (input) => {
    const row = await requireLockedFunction(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, row);
    await functions.deleteFunction(input.work, ownerOf(input), row);
    return { status: 204, body: null };
  });

export const listFunctionVersionsRoute = (_deps: ApiDependencies) =>
  route(listFunctionVersionsContract).handle(async ({ account, db, params, query }) => {
    const row = await requireFunction(db, account.id, params.id);
    const limit = query.limit ?? LIMIT;
    const before = decodeCursor(query.cursor, VERSIONS)?.[0];
    const rows = await listFunctionVersions(db, row.id, {
      limit,
      before: before === undefined ? undefined : Number(before),
    });
    const page = pageOf(rows, limit, (last) => encodeCursor(VERSIONS, [String(last.version)]));
    return {
      status: 200,
      body: {
        success: true,
        versions: page.rows.map(({ version, source, deployed_at, created_by, created_at }) => ({
          version,
          source,
          deployed_at: deployed_at?.toISOString() ?? null,
          created_by,
          created_at: created_at.toISOString(),
        })),
        pagination: page.pagination,
      },
    };
  });

export const deployFunctionRoute = (_deps: ApiDependencies) =>
  route(deployFunctionContract).handle(async ({ account, db, params, now }) => {
    const row = await requireFunction(db, account.id, params.id);
    const version = await functions.deployedVersion(db, now, row.id, row.source_version).catch(deployProblem);
    if (!version) throw new ApiError('FUNCTION_NOT_FOUND');
    return {
      status: 200,
      body: {
        success: true,
        version: version.version,
        bytes: Buffer.byteLength(version.code),
        deployed_at: version.deployedAt.toISOString(),
      },
    };
  });
