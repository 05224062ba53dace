import { type EventOrigin, insertEvents, rewriteNoteEvent } from '../../db/events/events.js';
import { deleteLeadNote, insertLeadNote, updateLeadNote } from '../../db/leads/notes.js';
import type { LeadNoteRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';

/** A note that is to be written about a lead. */
export interface NewNote {
  accountId: string;
  leadId: string;
  runId: string | null;
  text: string;
  /** The author, as lists name it. */
  by: string;
  origin: EventOrigin;
}

/** Writes a note about a lead: as a row that people can change, and as an event of its history. */
export async function writeNote({ tx, now }: Work, note: NewNote): Promise<LeadNoteRow> {
  const { accountId, leadId, runId, text, by, origin } = note;
  const row = {
    id: newId(),
    account_id: accountId,
    lead_id: leadId,
    text,
    created_by: by,
    created_at: now,
    updated_at: now,
  };
  await insertLeadNote(tx, row);
  await insertEvents(tx, now, [
    { accountId, type: 'lead.updated', leadId, agentRunId: runId, data: { note_id: row.id, note: text }, origin },
  ]);
  return row;
}

/** Changes what a note says, in the lead's history too. The caller has locked it. */
export async function changeNote({ tx, now }: Work, note: LeadNoteRow, text: string): Promise<LeadNoteRow> {
  const changes = { text, updated_at: now };
  await updateLeadNote(tx, note.id, changes);
  await rewriteNoteEvent(tx, note.lead_id, note.id, text);
  return { ...note, ...changes };
}

/** Deletes a note; the lead's history says that there was one, and no longer what it said. The caller has locked it. */
export async function removeNote({ tx }: Work, note: LeadNoteRow): Promise<void> {
  await deleteLeadNote(tx, note.id);
  await rewriteNoteEvent(tx, note.lead_id, note.id, null);
}
