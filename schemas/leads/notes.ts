import { PageQuery, Pagination, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const tag = 'Leads';
const ofLead = Type.Object({ id: Uuid() });
const ofNote = Type.Object({ id: Uuid() });

const Note = strictObject({
  id: Uuid(),
  lead_id: Uuid(),
  text: Type.String(),
  created_by: Type.String({ description: 'Author, such as `user:<id>`, `key:<id>` or `job:<id>`.' }),
  created_at: Timestamp('Time at which it was written.'),
  updated_at: Timestamp('Time of the last change.'),
});
export type Note = Static<typeof Note>;
const NoteAnswer = strictObject({ success: Success, note: Note });
const NoteBody = strictObject({
  text: Type.String({
    minLength: 1,
    maxLength: 10_000,
    pattern: '\\S',
    description: 'Text of the note, without markup.',
  }),
});

export const listLeadNotesContract = contract({
  operationId: 'listLeadNotes',
  method: 'get',
  path: '/api/public/leads/{id}/notes',
  tag,
  scope: 'leads:read',
  summary: 'List the notes of a lead, newest first.',
  params: ofLead,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      notes: Type.Array(Note, { description: 'One page of notes, newest first.' }),
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
  summary: 'Add a note to a lead.',
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
  summary: 'Update a note.',
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
