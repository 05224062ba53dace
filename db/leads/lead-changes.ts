import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { ChangedLeadRow, LeadChangeRow } from './tables.js';

export async function insertLeadChange(tx: Db, row: LeadChangeRow): Promise<void> {
  await tx('lead_changes').insert(row);
}

export const listLeadChanges = (db: Db, accountId: string, page: IdPage): Promise<LeadChangeRow[]> =>
  newestFirst(db('lead_changes').where({ account_id: accountId }), page);

export const findLeadChange = (db: Db, accountId: string, id: string): Promise<LeadChangeRow | undefined> =>
  db('lead_changes').where({ account_id: accountId, id }).first();

/** Locks a change: its pages take turns on this lock. */
export const lockLeadChange = (tx: Db, id: string): Promise<LeadChangeRow | undefined> =>
  tx('lead_changes').where({ id }).forUpdate().first();

export async function updateLeadChange(tx: Db, id: string, changes: Partial<LeadChangeRow>): Promise<void> {
  await tx('lead_changes').where({ id }).update(changes);
}

/** Writes down what a change did to leads. */
export const insertChangedLeads = (tx: Db, rows: readonly ChangedLeadRow[]): Promise<void> =>
  insertRows(tx, 'changed_leads', rows);

/** Lists leads of which a change has not been taken back yet, in the order of their ids. */
export const listChangedLeads = (db: Db, changeId: string, limit: number): Promise<ChangedLeadRow[]> =>
  db('changed_leads').where({ change_id: changeId }).orderBy('lead_id').limit(limit);

export async function deleteChangedLeads(tx: Db, changeId: string, leadIds: readonly string[]): Promise<void> {
  await tx('changed_leads')
    .where({ change_id: changeId })
    .whereIn('lead_id', [...leadIds])
    .delete();
}

const KEPT_MS = 90 * 86_400_000;

/** Forgets what can't be taken back any more, and changes of long ago. */
export async function forgetLeadChanges(db: Db, now: Date, undoableMs: number): Promise<void> {
  await db('changed_leads')
    .where('created_at', '<', new Date(now.getTime() - undoableMs))
    .limit(10_000)
    .delete();
  await db('lead_changes')
    .where('created_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(10_000)
    .delete();
}
