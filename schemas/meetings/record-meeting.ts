import {
  meantAs,
  named,
  nullable,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { LOCATION_TYPES, Meeting } from './meetings.js';

const text = (maxLength: number, description: string) => Type.String({ maxLength, description });
const email = (description: string) => meantAs('email', Type.String({ minLength: 3, maxLength: 254, description }));
const Status = Type.Unsafe<'scheduled' | 'confirmed'>({
  type: 'string',
  enum: ['scheduled', 'confirmed'],
  description:
    '`scheduled` if not given. A later call confirms a recorded meeting but takes no confirmation back; a new time does.',
});
const LocationType = Type.Unsafe<(typeof LOCATION_TYPES)[number]>({
  type: 'string',
  enum: [...LOCATION_TYPES],
  description: 'How the two meet; `video` if not given.',
});
const Provider = Type.String({
  pattern: '^[a-z0-9_-]{1,64}$',
  description: 'Where it was booked, such as `calendly`; `external` if not given.',
});
const When = (description: string) => meantAs('instant', Type.String({ minLength: 1, maxLength: 100, description }));

const RECORD_WARNINGS = ['overlaps_existing', 'host_not_found'] as const;
export type RecordWarning = (typeof RECORD_WARNINGS)[number];

const MeetingRecorded = strictObject({
  success: Success,
  meeting: Meeting,
  created: Type.Boolean({ description: 'False when a recorded meeting was changed.' }),
  warnings: Type.Array(
    Type.Unsafe<RecordWarning>({ type: 'string', enum: [...RECORD_WARNINGS], description: 'A code.' }),
    { description: 'What whoever recorded it should know.' },
  ),
});

export const createMeetingContract = contract({
  operationId: 'createMeeting',
  method: 'post',
  path: '/api/public/meetings',
  tag: 'Meetings',
  scope: 'meetings:write',
  summary: 'Record a meeting that was booked elsewhere, for a lead named by id or e-mail address.',
  description:
    'Records only: no invitation, no calendar entry, and an overlap is a warning. For the exit rules it counts as a booking. The pair of provider and event id makes it an upsert: of what was recorded before, what is named is changed. A meeting that was booked here, or of another lead, answers 409.',
  body: strictObject({
    lead_id: optional(Uuid('The lead.')),
    lead_email: optional(email('The lead’s address, where there is no id.')),
    workflow_id: optional(Uuid('The workflow on whose behalf it was booked.')),
    title: Type.String({ minLength: 1, maxLength: 500, description: 'What it is called.' }),
    starts_at: When('When it begins; without an offset in `timezone`.'),
    ends_at: optional(When('When it ends; or give its length.')),
    duration_minutes: optional(Type.Integer({ minimum: 1, maximum: 10_080, description: 'How long it takes.' })),
    timezone: optional(Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone; UTC if not given.' })),
    meeting_url: optional(Type.String({ maxLength: 2_000, pattern: '^https?://', description: 'Link to join.' })),
    location_type: optional(LocationType),
    location_details: optional(text(1_000, 'Where, or which number.')),
    description: optional(text(10_000, 'What it is about.')),
    host_email: optional(email('The host’s address; one of the account’s hosts is found by it.')),
    meeting_type_id: optional(Uuid('The kind of meeting.')),
    attendee_name: optional(text(500, 'Instead of the lead’s name.')),
    attendee_email: optional(email('Instead of the lead’s address.')),
    attendee_phone: optional(text(32, 'Instead of the lead’s number.')),
    additional_attendees: optional(
      Type.Array(
        strictObject({
          name: optional(text(500, 'Their name.')),
          email: email('Their address.'),
        }),
        { maxItems: 50, description: 'Who else comes.' },
      ),
    ),
    external_calendar_provider: optional(Provider),
    external_event_id: optional(Type.String({ minLength: 1, maxLength: 255, description: 'Its id there.' })),
    status: optional(Status),
  }),
  success: { 201: MeetingRecorded, 200: MeetingRecorded },
  errors: [
    ...(['LEAD_NOT_FOUND', 'LEAD_ERASED', 'WORKFLOW_NOT_FOUND', 'MEETING_TYPE_NOT_FOUND'] as const),
    ...(['INVALID_DATE', 'INVALID_TIMEZONE', 'MEETING_NOT_MODIFIABLE'] as const),
  ],
});

const Note = strictObject({
  id: Uuid('The note.'),
  meeting_id: Type.Unsafe<string | null>({
    anyOf: [Uuid('The meeting.'), { type: 'null' }],
    description: 'The meeting it belongs to.',
  }),
  lead_id: Uuid('The lead.'),
  provider: text(64, 'Which note taker it comes from.'),
});

const content = (description: string) => nullable(Type.String({ description }));

/** A note with everything it says. */
const MeetingNote = named(
  'MeetingNote',
  strictObject({
    ...Note.properties,
    external_meeting_id: content('The meeting’s id there.'),
    notes: content('Notes.'),
    transcript_text: content('The transcript.'),
    summary: content('A summary.'),
    manual_ai_summary: content('A summary that somebody had made.'),
    action_items: Type.Array(
      strictObject({
        text: Type.String({ description: 'What is to be done.' }),
        owner: content('By whom.'),
        due_at: nullable(Timestamp('Until when.')),
      }),
      { description: 'What is to be done.' },
    ),
    created_at: Timestamp('When it was stored.'),
    updated_at: Timestamp('When it was changed last.'),
  }),
);
export type MeetingNote = Static<typeof MeetingNote>;

export const listMeetingNotesContract = contract({
  operationId: 'listMeetingNotes',
  method: 'get',
  path: '/api/public/meetings/{id}/notes',
  tag: 'Meetings',
  scope: 'meetings:read',
  summary: 'List what was said in a meeting, newest first.',
  params: Type.Object({ id: Uuid('The meeting.') }),
  query: Type.Object({
    ...PageQuery,
    limit: Type.Optional(
      // A transcript has up to 1 MiB.
      Type.Integer({ minimum: 1, maximum: 10, default: 10, description: 'Items a page, 1 to 10.' }),
    ),
  }),
  success: {
    200: strictObject({
      success: Success,
      notes: Type.Array(MeetingNote, { description: 'The notes.' }),
      pagination: Pagination,
    }),
  },
  errors: ['MEETING_NOT_FOUND'],
});

/** How the meeting of a note was found, surest first. */
const NOTE_MATCHES = [
  ...(['calendar_event_id', 'external_meeting_id', 'meeting_url', 'lead_email_and_date', 'latest_meeting'] as const),
] as const;
export type NoteMatch = (typeof NOTE_MATCHES)[number];

const NoteAnswer = strictObject({
  success: Success,
  note: Note,
  created: Type.Boolean({ description: 'False when an earlier note was changed.' }),
  matched_by: Type.Unsafe<NoteMatch>({
    type: 'string',
    enum: [...NOTE_MATCHES],
    description: 'How the meeting was found.',
  }),
});

export const createMeetingNotesContract = contract({
  operationId: 'createMeetingNotes',
  method: 'post',
  path: '/api/public/meeting-notes',
  tag: 'Meetings',
  scope: 'notes:write',
  summary: 'Store what was said in a meeting: notes, transcript, summary, action items.',
  description:
    'The meeting is found by `calendar_event_id`, then by provider and `external_meeting_id`, whoever the lead of it is; then by `meeting_url`, of several the lead’s and the one nearest to `meeting_date`, else the latest; then by `lead_email` and a `meeting_date` within 60 minutes, then as the lead’s latest past meeting. By the last three no cancelled meeting is found. Provider and `external_meeting_id` make it an upsert.',
  maxBytes: 8 * 1024 * 1024,
  body: strictObject({
    provider: optional(
      Type.String({
        pattern: '^[a-z0-9_-]{1,64}$',
        default: 'api',
        description: 'Which note taker it comes from; `api` if not given.',
      }),
    ),
    external_meeting_id: optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'The meeting’s id there.' }),
    ),
    calendar_event_id: optional(Type.String({ minLength: 1, maxLength: 255, description: 'The calendar entry’s id.' })),
    meeting_url: optional(text(2_000, 'Link to join.')),
    lead_id: optional(Uuid('The lead.')),
    lead_email: optional(email('The lead’s address.')),
    meeting_date: optional(Timestamp('When the meeting began.')),
    notes: optional(text(200_000, 'Notes.')),
    transcript_text: optional(text(1_048_576, 'The transcript, up to 1 MiB.')),
    summary: optional(text(200_000, 'A summary.')),
    manual_ai_summary: optional(text(200_000, 'A summary that somebody had made.')),
    action_items: optional(
      Type.Array(
        strictObject({
          text: Type.String({ minLength: 1, maxLength: 2_000, description: 'What is to be done.' }),
          owner: optional(text(200, 'By whom.')),
          due_at: optional(Timestamp('Until when.')),
        }),
        { maxItems: 200, description: 'What is to be done.' },
      ),
    ),
  }),
  success: { 201: NoteAnswer, 200: NoteAnswer },
  errors: ['MEETING_NOT_FOUND', 'LEAD_NOT_FOUND', 'LEAD_ERASED', 'INVALID_DATE'],
});
