import { listLeadNotes, lockLeadNote } from '../../db/leads/notes.js';
import type { LeadNoteRow } from '../../db/tables.js';
import {
  createLeadNoteContract,
  deleteNoteContract,
  listLeadNotesContract,
  type Note,
  updateNoteContract,
} from '../../schemas/leads/notes.js';
import { changeNote, removeNote, writeNote } from '../../services/leads/notes.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { requireLead, requireLockedLead } from './find.js';

const KIND = 'lead_notes';

const toNote = (row: LeadNoteRow): Note => ({
  id: row.id,
  lead_id: row.lead_id,
  text: row.text,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const listLeadNotesRoute = (_deps: ApiDependencies) =>
  route(listLeadNotesContract).handle(async ({ account, db, params, query }) => {
    const page = idPage(KIND, query);
    const lead = await requireLead(db, account.id, params.id);
    const { rows, pagination } = idPageOf(KIND, await listLeadNotes(db, lead.id, page), page.limit);
    return { status: 200, body: { success: true, notes: rows.map(toNote), pagination } };
  });

export const createLeadNoteRoute = (_deps: ApiDependencies) =>
  route(createLeadNoteContract).handle(async (input) => {
    const { account, db, work, params, body, origin } = input;
    const lead = await requireLockedLead(db, account.id, params.id);
    const note = {
      accountId: account.id,
      leadId: lead.id,
      runId: null,
      text: body.text,
      by: callerName(input),
      origin,
    };
    return { status: 201, body: { success: true, note: toNote(await writeNote(work, note)) } };
  });

export const updateNoteRoute = (_deps: ApiDependencies) =>
  route(updateNoteContract).handle(async ({ account, db, work, params, body }) => {
    const id = pathId(params.id, 'NOTE_NOT_FOUND');
    const row = found(await lockLeadNote(db, account.id, id), 'NOTE_NOT_FOUND');
    return { status: 200, body: { success: true, note: toNote(await changeNote(work, row, body.text)) } };
  });

export const deleteNoteRoute = (_deps: ApiDependencies) =>
  route(deleteNoteContract).handle(async ({ account, db, work, params }) => {
    const id = pathId(params.id, 'NOTE_NOT_FOUND');
    await removeNote(work, found(await lockLeadNote(db, account.id, id), 'NOTE_NOT_FOUND'));
    return { status: 204, body: null };
  });
