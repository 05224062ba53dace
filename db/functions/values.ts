import { type Db, fromJson } from '../connection.js';
import type { FunctionValueRow } from './tables.js';

interface ValueKey {
  accountId: string;
  functionId: string;
  key: string;
  now: Date;
}

/** Finds a function's own value; undefined where there is none or it has expired. */
export async function findFunctionValue(db: Db, { accountId, functionId, key, now }: ValueKey): Promise<unknown> {
  const row = await db('function_values')
    .where({ account_id: accountId, function_id: functionId, name: key })
    .where((alive) => alive.whereNull('expires_at').orWhere('expires_at', '>', now))
    .first();
  return row && fromJson(row.value);
}

/** Writes a value in place of an earlier one of its name. */
export async function putFunctionValue(tx: Db, row: FunctionValueRow): Promise<void> {
  await tx('function_values')
    .insert(row)
    .onConflict(['account_id', 'function_id', 'name'])
    .merge(['value', 'expires_at', 'updated_at']);
}

/** Counts the unexpired values of a function except the named one. */
export async function countOtherValues(db: Db, { accountId, functionId, key, now }: ValueKey): Promise<number> {
  await db('function_values')
    .where({ account_id: accountId, function_id: functionId })
    .where('expires_at', '<=', now)
    .delete();
  const [row] = (await db('function_values')
    .where({ account_id: accountId, function_id: functionId })
    .whereNot({ name: key })
    .count({ n: '*' })) as { n: number }[];
  return Number(row?.n ?? 0);
}
