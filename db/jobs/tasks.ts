import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { TaskRow } from './tables.js';

/** Writes a task; false where the same effect made it before, which stays as it is. */
export const insertTask = (tx: Db, row: TaskRow): Promise<boolean> => insertIfNew(tx, 'tasks', row);

export interface TaskFilter {
  status?: string | undefined;
  assignee_id?: string | undefined;
  lead_id?: string | undefined;
}

export function listTasks(db: Db, accountId: string, filter: TaskFilter, page: IdPage): Promise<TaskRow[]> {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return newestFirst(db('tasks').where({ account_id: accountId, ...Object.fromEntries(given) }), page);
}

/** Locks the row of a task of the account. */
export const lockTask = (tx: Db, accountId: string, id: string): Promise<TaskRow | undefined> =>
  tx('tasks').where({ account_id: accountId, id }).forUpdate().first();

export async function updateTask(tx: Db, id: string, changes: Partial<TaskRow>): Promise<void> {
  await tx('tasks').where({ id }).update(changes);
}
