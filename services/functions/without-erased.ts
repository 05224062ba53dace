import type { Db } from '../../db/connection.js';
import { EMPTY_RUN, RUN_DOCUMENTS } from '../../db/leads/erase.js';
import { anyErased } from '../../db/leads/leads.js';
import type { FunctionRunRow } from '../../db/tables.js';

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/**
 * Returns what a run came to; nothing of it where it names a lead that was erased while its code ran, since nobody would
 * look for that lead any more. What the run was given is found by an erase itself.
 */
export async function withoutErased(
  tx: Db,
  row: FunctionRunRow,
  changes: Partial<FunctionRunRow>,
): Promise<Partial<FunctionRunRow>> {
  const named = new Set(RUN_DOCUMENTS.flatMap((column) => changes[column]?.match(ID) ?? []));
  for (const id of row.ctx.match(ID) ?? []) named.delete(id);
  const isErased = named.size > 0 && (await anyErased(tx, row.account_id, [...named]));
  return isErased ? { ...changes, ...EMPTY_RUN } : changes;
}
