import {
  findFunction,
  findFunctionVersion,
  listDeployments,
  listFunctions as listRows,
  listFunctionVersions as listVersionRows,
  lockFunction,
} from '../../db/cloud-functions.js';
import type { Db } from '../../db/connection.js';
import type { FunctionRow } from '../../db/tables-functions.js';
import { DeployError } from '../../functions/deploy.js';
import {
  createFunction,
  deleteFunction,
  deployFunction,
  getFunction,
  listFunctions,
  listFunctionVersions,
  updateFunction,
} from '../../schemas/cloud-function-contracts.js';
import type { CloudFunction } from '../../schemas/cloud-functions.js';
import * as functions from '../../services/cloud-functions.js';
import { problemsError } from '../background-jobs/problems.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { checkIfMatch, etagOf } from '../leads/find.js';
import { decodeCursor, encodeCursor, idPage, idPageOf, pageOf } from '../paging.js';
import { found, pathId } from '../path-id.js';
import { type RouteInput, route } from '../route.js';
import { toFunctionSummary } from './to-function.js';

const KIND = 'cloud_functions';
const VERSIONS = 'function_versions';
const LIMIT = 50;

/** Who changes a function. */
export const ownerOf = ({
  account,
  key,
  user,
}: Pick<RouteInput<typeof createFunction>, 'account' | 'key' | 'user'>): functions.FunctionOwner => ({
  accountId: account.id,
  timezone: account.timezone,
  by: user ? `user:${user.id}` : `key:${key?.id ?? ''}`,
});

/** The function of a path: any text that is none of the account's is answered like an unknown one. */
export const requireFunction = async (db: Db, accountId: string, id: string): Promise<FunctionRow> =>
  found(await findFunction(db, accountId, pathId(id, 'FUNCTION_NOT_FOUND')), 'FUNCTION_NOT_FOUND');

/** The same with its row locked until the transaction ends. */
export const requireLockedFunction = async (tx: Db, accountId: string, id: string): Promise<FunctionRow> =>
  found(await lockFunction(tx, accountId, pathId(id, 'FUNCTION_NOT_FOUND')), 'FUNCTION_NOT_FOUND');

/** The 500 of a function that can't be deployed; anything else is passed on. */
export function deployProblem(error: unknown): never {
  if (!(error instanceof DeployError)) throw error;
  const [first] = error.faults;
  const place = first?.line ? ` (line ${first.line}, column ${first.column})` : '';
  throw new ApiError('FUNCTION_DEPLOY_FAILED', {
    message: `${error.stage}: ${error.message}${place}`,
    details: {
      stage: error.stage,
      line: first?.line ?? null,
      column: first?.column ?? null,
      line_text: first?.line_text ?? null,
      errors: error.faults,
    },
  });
}

async function whole(db: Db, row: FunctionRow, now: Date): Promise<CloudFunction> {
  const version = await findFunctionVersion(db, row.id, row.source_version);
  return { ...toFunctionSummary(row, version?.deployed_at ?? null, now), source: version?.source ?? '' };
}

const done = (result: functions.FunctionOutcome): FunctionRow => {
  if (result.outcome === 'refused') throw problemsError(result.problems);
  return result.row;
};

export const createFunctionRoute = (_deps: ApiDependencies) =>
  route(createFunction).handle(async (input) => {
    const row = done(await functions.createFunction(input.db, input.now, ownerOf(input), input.body));
    const body = { success: true as const, function: await whole(input.db, row, input.now) };
    return { status: 201, headers: { ETag: etagOf(row) }, body };
  });

export const listFunctionsRoute = (_deps: ApiDependencies) =>
  route(listFunctions).handle(async ({ account, db, query, now }) => {
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listRows(db, account.id, page), page.limit);
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
  route(getFunction).handle(async ({ account, db, params, now }) => {
    const row = await requireFunction(db, account.id, params.id);
    const body = { success: true as const, function: await whole(db, row, now) };
    return { status: 200, headers: { ETag: etagOf(row) }, body };
  });

export const updateFunctionRoute = (_deps: ApiDependencies) =>
  route(updateFunction).handle(async (input) => {
    const before = await requireLockedFunction(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, before);
    const row = done(await functions.changeFunction(input.db, input.now, ownerOf(input), before, input.body));
    const body = { success: true as const, function: await whole(input.db, row, input.now) };
    return { status: 200, headers: { ETag: etagOf(row) }, body };
  });

export const deleteFunctionRoute = (_deps: ApiDependencies) =>
  route(deleteFunction).handle(async (input) => {
    const row = await requireLockedFunction(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, row);
    await functions.deleteFunction(input.db, input.now, ownerOf(input), row);
    return { status: 204, body: null };
  });

export const listFunctionVersionsRoute = (_deps: ApiDependencies) =>
  route(listFunctionVersions).handle(async ({ account, db, params, query }) => {
    const row = await requireFunction(db, account.id, params.id);
    const limit = query.limit ?? LIMIT;
    const before = decodeCursor(query.cursor, VERSIONS)?.[0];
    const rows = await listVersionRows(db, row.id, {
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
  route(deployFunction).handle(async ({ account, db, params, now }) => {
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
