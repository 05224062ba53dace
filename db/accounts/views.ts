import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { ViewRow } from './tables.js';

/** Views that a user sees: their own and those that are shared. */
const seenBy = (db: Db, accountId: string, userId: string) =>
  db('views')
    .where({ account_id: accountId })
    .where((seen) => seen.where({ user_id: userId }).orWhere({ shared: true }));

/** Lists the views that a user sees, of one resource if given, newest first. */
export function listViews(
  db: Db,
  { accountId, userId, resource }: { accountId: string; userId: string; resource?: string | undefined },
  page: IdPage,
): Promise<ViewRow[]> {
  const query = seenBy(db, accountId, userId);
  if (resource !== undefined) query.where({ resource });
  return newestFirst(query, page);
}

/** Locks a view that a user sees. */
export const lockView = (tx: Db, accountId: string, userId: string, id: string): Promise<ViewRow | undefined> =>
  seenBy(tx, accountId, userId).where({ id }).forUpdate().first();

export async function insertView(tx: Db, row: ViewRow): Promise<void> {
  await tx('views').insert(row);
}

export async function updateView(tx: Db, id: string, changes: Partial<ViewRow>): Promise<void> {
  await tx('views').where({ id }).update(changes);
}

export async function deleteView(tx: Db, id: string): Promise<void> {
  await tx('views').where({ id }).delete();
}
