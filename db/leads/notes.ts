import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { LeadNoteRow } from './tables.js';

export async function insertLeadNote(tx: Db, row: LeadNoteRow): Promise<void> {
  await tx('lead_notes').insert(row);
}

/** Lists the notes about a lead, the newest first. */
export const listLeadNotes = (db: Db, leadId: string, page: IdPage): Promise<LeadNoteRow[]> =>
  newestFirst(db('lead_notes').where({ lead_id: leadId }), page);

/** Locks a note of the account about a lead that is still shown. */
export const lockLeadNote = (tx: Db, accountId: string, id: string): Promise<LeadNoteRow | undefined> =>
  tx('lead_notes')
    .where({ account_id: accountId, id })
    .whereIn('lead_id', tx('leads').where({ account_id: accountId, hidden: false }).select('id'))
    .forUpdate()
    .first();

export async function updateLeadNote(tx: Db, id: string, changes: Pick<LeadNoteRow, 'text' | 'updated_at'>) {
  await tx('lead_notes').where({ id }).update(changes);
}

export async function deleteLeadNote(tx: Db, id: string): Promise<void> {
  await tx('lead_notes').where({ id }).delete();
}
