import type { NoteMatch } from '../../schemas/record-meeting.js';
import { createMeetingNotes } from '../../schemas/record-meeting.js';
import { storeNote } from '../../services/meetings/notes.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import { instantField } from '../fields.js';
import { route } from '../route.js';
import { leadOf } from './record-meeting.js';

const CONTENT = ['notes', 'transcript_text', 'summary', 'manual_ai_summary', 'action_items'] as const;
/** Names that stand for notes of our own. */
const RESERVED = ['internal', 'system', 'las'];
const MAX_TRANSCRIPT_BYTES = 1024 * 1024;

const isEmpty = (value: string | readonly unknown[] | undefined): boolean =>
  typeof value === 'string' ? value.trim() === '' : value === undefined || value.length === 0;

export const createMeetingNotesRoute = (_deps: ApiDependencies) =>
  route(createMeetingNotes).handle(async ({ account, body, db, now, origin }) => {
    const provider = body.provider ?? 'api';
    if (RESERVED.includes(provider)) {
      throw new ApiError('VALIDATION_ERROR', { message: `The provider ${provider} is reserved.`, field: '/provider' });
    }
    if (CONTENT.every((field) => isEmpty(body[field]))) {
      throw new ApiError('VALIDATION_ERROR', {
        message: `Give at least one of: ${CONTENT.join(', ')}.`,
        field: '/notes',
      });
    }
    if (Buffer.byteLength(body.transcript_text ?? '') > MAX_TRANSCRIPT_BYTES) {
      throw new ApiError('VALIDATION_ERROR', {
        message: '/transcript_text may have 1 MiB at most.',
        field: '/transcript_text',
      });
    }
    const meetingDate = body.meeting_date === undefined ? null : instantField(body.meeting_date, '/meeting_date');
    const lead = await leadOf(db, account.id, body);
    const result = await storeNote(db, now, {
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
    if (result.outcome === 'no_meeting') {
      if (!lead && body.lead_email !== undefined) throw new ApiError('LEAD_NOT_FOUND', { field: '/lead_email' });
      throw new ApiError('MEETING_NOT_FOUND', { message: 'No meeting fits what the note says of it.' });
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
