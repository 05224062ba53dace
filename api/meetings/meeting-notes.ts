import { fromJson } from '../../db/connection.js';
import { listMeetingNotes } from '../../db/meetings/meeting-notes.js';
import { findNamedMeeting } from '../../db/meetings/meetings.js';
import type { MeetingNoteRow } from '../../db/tables.js';
import type { NoteMatch } from '../../schemas/meetings/record-meeting.js';
import {
  createMeetingNotesContract,
  listMeetingNotesContract,
  type MeetingNote,
} from '../../schemas/meetings/record-meeting.js';
import { storeNote } from '../../services/meetings/notes.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { leadOf } from './record-meeting.js';

const CONTENT = ['notes', 'transcript_text', 'summary', 'manual_ai_summary', 'action_items'] as const;
/** Names that stand for notes of our own. */
const RESERVED = ['internal', 'system', 'las'];
const MAX_TRANSCRIPT_BYTES = 1024 * 1024;

const isEmpty = (value: string | readonly unknown[] | undefined): boolean =>
  typeof value === 'string' ? value.trim() === '' : value === undefined || value.length === 0;

export const createMeetingNotesRoute = (_deps: ApiDependencies) =>
  route(createMeetingNotesContract).handle(async ({ work, account, body, db, origin }) => {
    const provider = body.provider ?? 'api';
    if (RESERVED.includes(provider)) {
      throw new ApiError('VALIDATION_ERROR', { message: `The provider ${provider} is reserved.`, field: '/provider' });
    }
    if (CONTENT.every((field) => isEmpty(body[field]))) {
      throw new ApiError('VALIDATION_ERROR', {
        message: `Specify at least one of: ${CONTENT.join(', ')}.`,
        field: '/notes',
      });
    }
    if (Buffer.byteLength(body.transcript_text ?? '') > MAX_TRANSCRIPT_BYTES) {
      throw new ApiError('VALIDATION_ERROR', {
        message: '/transcript_text can be at most 1 MiB.',
        field: '/transcript_text',
      });
    }
    const meetingDate = body.meeting_date === undefined ? null : instantField(body.meeting_date, '/meeting_date');
    const lead = await leadOf(db, account.id, body);
    const result = await storeNote(work, {
      accountId: account.id,
      provider,
      externalMeetingId: body.external_meeting_id ?? null,
      calendarEventId: body.calendar_event_id ?? null,
      meetingUrl: body.meeting_url ?? null,
      leadId: lead?.id ?? null,
      meetingDate,
      content: {
        notes: body.notes ?? null,
        transcript_text: body.transcript_text ?? null,
        summary: body.summary ?? null,
        manual_ai_summary: body.manual_ai_summary ?? null,
        action_items: body.action_items ?? null,
      },
      origin,
    });
    if (result.outcome === 'lead_erased') throw new ApiError('LEAD_ERASED');
    if (result.outcome === 'no_meeting') {
      if (!lead && body.lead_email !== undefined) throw new ApiError('LEAD_NOT_FOUND', { field: '/lead_email' });
      throw new ApiError('MEETING_NOT_FOUND', { message: 'No meeting matches the note.' });
    }
    const { id, meeting_id, lead_id } = result.note;
    return {
      status: result.created ? 201 : 200,
      body: {
        success: true,
        note: { id, meeting_id, lead_id, provider },
        created: result.created,
        matched_by: result.matchedBy satisfies NoteMatch,
      },
    };
  });

const KIND = 'meeting_notes';
const NOTES_A_PAGE = 10;

export const listMeetingNotesRoute = (_deps: ApiDependencies) =>
  route(listMeetingNotesContract).handle(async ({ account, db, params, query }) => {
    const id = pathId(params.id, 'MEETING_NOT_FOUND');
    const meeting = found(await findNamedMeeting(db, account.id, id), 'MEETING_NOT_FOUND');
    const page = idPage(KIND, { limit: NOTES_A_PAGE, ...query });
    const { rows, pagination } = idPageOf(KIND, await listMeetingNotes(db, meeting.id, page), page.limit);
    return { status: 200, body: { success: true, notes: rows.map(toMeetingNote), pagination } };
  });

const toMeetingNote = (row: MeetingNoteRow): MeetingNote => ({
  id: row.id,
  meeting_id: row.meeting_id,
  lead_id: row.lead_id,
  provider: row.provider,
  external_meeting_id: row.external_meeting_id?.toString() ?? null,
  notes: row.notes,
  transcript_text: row.transcript_text,
  summary: row.summary,
  manual_ai_summary: row.manual_ai_summary,
  action_items: fromJson<Partial<MeetingNote['action_items'][number]>[]>(row.action_items).map(
    ({ text = '', owner, due_at }) => ({
      text,
      owner: owner ?? null,
      due_at: due_at ? new Date(due_at).toISOString() : null,
    }),
  ),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
