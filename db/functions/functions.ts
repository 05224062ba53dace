import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { FunctionRow, FunctionSecretRow, FunctionVersionRow } from './tables.js';

/** Finds a function of the account that wasn't deleted. */
export const findFunction = (db: Db, accountId: string, id: string): Promise<FunctionRow | undefined> =>
  db('cloud_functions').where({ account_id: accountId, id }).whereNull('deleted_at').first();

/** Locks the row of a function, found as by `findFunction`, until the transaction ends. */
export const lockFunction = (tx: Db, accountId: string, id: string): Promise<FunctionRow | undefined> =>
  tx('cloud_functions').where({ account_id: accountId, id }).whereNull('deleted_at').forUpdate().first();

/** Finds a function of any account, deleted or not. */
export const findFunctionById = (db: Db, id: string): Promise<FunctionRow | undefined> =>
  db('cloud_functions').where({ id }).first();

/** Locks the row of a function of any account, deleted or not, until the transaction ends. */
export const lockFunctionById = (tx: Db, id: string): Promise<FunctionRow | undefined> =>
  tx('cloud_functions').where({ id }).forUpdate().first();

export const listFunctions = (db: Db, accountId: string, page: IdPage): Promise<FunctionRow[]> =>
  newestFirst(db('cloud_functions').where({ account_id: accountId }).whereNull('deleted_at'), page);

/** Lists those of the ids that are functions of the account. */
export const listFunctionIds = async (db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    ids.length === 0
      ? []
      : await db('cloud_functions')
          .where({ account_id: accountId })
          .whereNull('deleted_at')
          .whereIn('id', [...ids])
          .pluck<string[]>('id'),
  );

export async function insertFunction(tx: Db, row: FunctionRow): Promise<void> {
  await tx('cloud_functions').insert(row);
}

export async function updateFunction(tx: Db, id: string, changes: Partial<FunctionRow>): Promise<void> {
  await tx('cloud_functions').where({ id }).update(changes);
}

export async function insertFunctionVersion(tx: Db, row: FunctionVersionRow): Promise<void> {
  await tx('function_versions').insert(row);
}

export const findFunctionVersion = (
  db: Db,
  functionId: string,
  version: number,
): Promise<FunctionVersionRow | undefined> =>
  db('function_versions').where({ function_id: functionId, version }).first();

/** Lists the versions of functions that run now, by function, without their texts. */
export async function listDeployments(
  db: Db,
  functions: readonly Pick<FunctionRow, 'id' | 'source_version'>[],
): Promise<Map<string, Date | null>> {
  if (functions.length === 0) return new Map();
  const rows = await db('function_versions')
    .whereIn(
      ['function_id', 'version'],
      functions.map(({ id, source_version }) => [id, source_version] as [string, number]),
    )
    .select('function_id', 'deployed_at');
  return new Map(rows.map((row) => [row.function_id, row.deployed_at]));
}

/** Versions of a function, newest first, behind the version `before`, one more than asked for. */
export function listFunctionVersions(
  db: Db,
  functionId: string,
  { limit, before }: { limit: number; before: number | undefined },
): Promise<FunctionVersionRow[]> {
  const query = db('function_versions').where({ function_id: functionId });
  if (before !== undefined) query.where('version', '<', before);
  return query
    .orderBy('version', 'desc')
    .limit(limit + 1)
    .select('version', 'source', 'deployed_at', 'created_by', 'created_at');
}

/** Stores what a version was compiled to. */
export async function storeDeployment(
  db: Db,
  { function_id, version }: Pick<FunctionVersionRow, 'function_id' | 'version'>,
  deployment: Pick<FunctionVersionRow, 'code' | 'source_map' | 'compiler' | 'deployed_at'>,
): Promise<void> {
  await db('function_versions').where({ function_id, version }).update(deployment);
}

/** Writes a secret, in place of an earlier one of the same name. */
export async function putFunctionSecret(tx: Db, row: FunctionSecretRow): Promise<void> {
  await tx('function_secrets').insert(row).onConflict(['function_id', 'name']).merge(['value', 'updated_at']);
}

/** Lists a function's secrets, sealed, by name. */
export const listFunctionSecrets = (db: Db, functionId: string): Promise<FunctionSecretRow[]> =>
  db('function_secrets').where({ function_id: functionId }).orderBy('name');

/** Deletes a function's secret; answers false when there was none. */
export const deleteFunctionSecret = async (tx: Db, functionId: string, name: string): Promise<boolean> =>
  (await tx('function_secrets').where({ function_id: functionId, name }).delete()) > 0;
