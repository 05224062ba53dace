import { PageQuery, Pagination, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const tag = 'Leads';
const ofLead = Type.Object({ id: Uuid('The lead.') });
const ofNote = Type.Object({ id: Uuid('The note.') });

const Note = strictObject({
  id: Uuid('The note.'),
  lead_id: Uuid('The lead it is about.'),
  text: Type.String({ description: 'What it says.' }),
  created_by: Type.String({ description: 'Who wrote it, such as `user:<id>`, `key:<id>` or `job:<id>`.' }),
  created_at: Timestamp('When it was written.'),
  updated_at: Timestamp('When it was last changed.'),
});
export type Note = Static<typeof Note>;
const NoteAnswer = strictObject({ success: Success, note: Note });
const NoteBody = strictObject({
  text: Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S', description: 'What it says, as plain text.' }),
});

export const listLeadNotesContract = contract({
  operationId: 'listLeadNotes',
  method: 'get',
  path: '/api/public/leads/{id}/notes',
  tag,
  scope: 'leads:read',
  summary: 'List the notes about a lead, the newest first.',
  params: ofLead,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      notes: Type.Array(Note, { description: 'The notes.' }),
      pagination: Pagination,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const createLeadNoteContract = contract({
  operationId: 'createLeadNote',
  method: 'post',
  path: '/api/public/leads/{id}/notes',
  tag,
  scope: 'notes:write',
  summary: 'Write a note about a lead.',
  params: ofLead,
  body: NoteBody,
  success: { 201: NoteAnswer },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const updateNoteContract = contract({
  operationId: 'updateNote',
  method: 'patch',
  path: '/api/public/notes/{id}',
  tag,
  scope: 'notes:write',
  summary: 'Change a note.',
  params: ofNote,
  ignoredKeys: ['id', 'lead_id', 'created_by', 'created_at', 'updated_at'],
  body: NoteBody,
  success: { 200: NoteAnswer },
  errors: ['NOTE_NOT_FOUND'],
});

export const deleteNoteContract = contract({
  operationId: 'deleteNote',
  method: 'delete',
  path: '/api/public/notes/{id}',
  tag,
  scope: 'notes:write',
  summary: 'Delete a note.',
  params: ofNote,
  success: { 204: null },
  errors: ['NOTE_NOT_FOUND'],
});
