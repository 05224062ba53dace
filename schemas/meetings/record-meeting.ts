import {
  described,
  meantAs,
  named,
  nullable,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { LOCATION_TYPES, Meeting } from './meetings.js';

const text = (maxLength: number, description?: string) => Type.String({ maxLength, ...described(description) });
const email = (description: string) => meantAs('email', Type.String({ minLength: 3, maxLength: 254, description }));
const Status = Type.Unsafe<'scheduled' | 'confirmed'>({
  type: 'string',
  enum: ['scheduled', 'confirmed'],
  description:
    'Status of the meeting. Defaults to `scheduled`. A later request can confirm a recorded meeting. Only a ' +
    'new time revokes a confirmation.',
});
const LocationType = Type.Unsafe<(typeof LOCATION_TYPES)[number]>({
  type: 'string',
  enum: [...LOCATION_TYPES],
  description: 'Type of the location. Defaults to `video`.',
});
const Provider = Type.String({
  pattern: '^[a-z0-9_-]{1,64}$',
  description: 'System in which the meeting was booked, such as `calendly`. Defaults to `external`.',
});
const When = (description: string) => meantAs('instant', Type.String({ minLength: 1, maxLength: 100, description }));

const RECORD_WARNINGS = ['overlaps_existing', 'host_not_found'] as const;
export type RecordWarning = (typeof RECORD_WARNINGS)[number];

const MeetingRecorded = strictObject({
  success: Success,
  meeting: Meeting,
  created: Type.Boolean({ description: 'Whether the meeting was created. False if an existing one was updated.' }),
  warnings: Type.Array(
    Type.Unsafe<RecordWarning>({ type: 'string', enum: [...RECORD_WARNINGS], description: 'Warning code.' }),
    { description: 'Warnings about the meeting.' },
  ),
});

export const createMeetingContract = contract({
  operationId: 'createMeeting',
  method: 'post',
  path: '/api/public/meetings',
  tag: 'Meetings',
  scope: 'meetings:write',
  summary: 'Record a meeting that was booked in another system.',
  description:
    'Only records the meeting: no invitation is sent, no calendar entry is created, and an overlap is a ' +
    'warning. Exit rules treat it as a booking. If a meeting with the same provider and event ID was ' +
    'recorded before, the given fields are updated. Returns 409 for meetings that were booked here or belong ' +
    'to another lead.',
  body: strictObject({
    lead_id: optional(Uuid()),
    lead_email: optional(email('Email address of the lead. Used if there is no ID.')),
    workflow_id: optional(Uuid('ID of the workflow that booked the meeting.')),
    title: Type.String({ minLength: 1, maxLength: 500 }),
    starts_at: When('Start of the meeting. Without an offset, in `timezone`.'),
    ends_at: optional(When('End of the meeting. Alternatively, specify the duration.')),
    duration_minutes: optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
    timezone: optional(Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone. Defaults to UTC.' })),
    meeting_url: optional(
      Type.String({ maxLength: 2_000, pattern: '^https?://', description: 'URL to join the meeting.' }),
    ),
    location_type: optional(LocationType),
    location_details: optional(text(1_000, 'Location, or phone number.')),
    description: optional(text(10_000, 'Title of the meeting.')),
    host_email: optional(email('Email address of the host. Used to find a host of the account.')),
    meeting_type_id: optional(Uuid()),
    attendee_name: optional(text(500, "Name that replaces the lead's name.")),
    attendee_email: optional(email("Email address that replaces the lead's address.")),
    attendee_phone: optional(text(32, "Phone number that replaces the lead's number.")),
    additional_attendees: optional(
      Type.Array(
        strictObject({
          name: optional(text(500)),
          email: email('Email address of the attendee.'),
        }),
        { maxItems: 50, description: 'Attendees in addition to the lead and the host.' },
      ),
    ),
    external_calendar_provider: optional(Provider),
    external_event_id: optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'ID of the event at the provider.' }),
    ),
    status: optional(Status),
  }),
  success: { 201: MeetingRecorded, 200: MeetingRecorded },
  errors: [
    ...(['LEAD_NOT_FOUND', 'LEAD_ERASED', 'WORKFLOW_NOT_FOUND', 'MEETING_TYPE_NOT_FOUND'] as const),
    ...(['INVALID_DATE', 'INVALID_TIMEZONE', 'MEETING_NOT_MODIFIABLE'] as const),
  ],
});

const Note = strictObject({
  id: Uuid(),
  meeting_id: Type.Unsafe<string | null>({
    anyOf: [Uuid('ID of the meeting.'), { type: 'null' }],
    description: 'ID of the meeting. Null if the notes match none.',
  }),
  lead_id: Uuid(),
  provider: text(64, 'Note taker that created the notes.'),
});

const content = (description?: string) => nullable(Text(description));

/** A note with everything it says. */
const MeetingNote = named(
  'MeetingNote',
  strictObject({
    ...Note.properties,
    external_meeting_id: content('ID of the meeting in the note-taking service. Null if it sent none.'),
    notes: content(),
    transcript_text: content(),
    summary: content(),
    manual_ai_summary: content('AI summary that a user requested.'),
    action_items: Type.Array(
      strictObject({
        text: Type.String({ description: 'Task to do, as text.' }),
        owner: content('Person responsible.'),
        due_at: nullable(Timestamp('Due time.')),
      }),
    ),
    created_at: Timestamp('Time at which it was stored.'),
    updated_at: Timestamp('Time at which the record was last changed.'),
  }),
);
export type MeetingNote = Static<typeof MeetingNote>;

export const listMeetingNotesContract = contract({
  operationId: 'listMeetingNotes',
  method: 'get',
  path: '/api/public/meetings/{id}/notes',
  tag: 'Meetings',
  scope: 'meetings:read',
  summary: 'List the notes of a meeting, newest first.',
  params: Type.Object({ id: Uuid() }),
  query: Type.Object({
    ...PageQuery,
    limit: Type.Optional(
      // A transcript has up to 1 MiB.
      Type.Integer({ minimum: 1, maximum: 10, default: 10, description: 'Items per page, 1 to 10.' }),
    ),
  }),
  success: {
    200: strictObject({
      success: Success,
      notes: Type.Array(MeetingNote, { description: 'One page of notes, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['MEETING_NOT_FOUND'],
});

/** The ways to find the meeting of a note, most certain first. */
const NOTE_MATCHES = [
  ...(['calendar_event_id', 'external_meeting_id', 'meeting_url', 'lead_email_and_date', 'latest_meeting'] as const),
] as const;
export type NoteMatch = (typeof NOTE_MATCHES)[number];

const NoteAnswer = strictObject({
  success: Success,
  note: Note,
  created: Type.Boolean({ description: 'Whether the notes were created. False if existing ones were updated.' }),
  matched_by: Type.Unsafe<NoteMatch>({
    type: 'string',
    enum: [...NOTE_MATCHES],
    description: 'Criterion by which the meeting was found.',
  }),
});

export const createMeetingNotesContract = contract({
  operationId: 'createMeetingNotes',
  method: 'post',
  path: '/api/public/meeting-notes',
  tag: 'Meetings',
  scope: 'notes:write',
  summary: 'Store the notes, transcript, summary and action items of a meeting.',
  description:
    'The meeting is found by the first of these that matches: `calendar_event_id`; provider and ' +
    '`external_meeting_id`, for any lead; `meeting_url`, preferring meetings of the lead and closest to ' +
    "`meeting_date`; `lead_email` and a `meeting_date` within 60 minutes; or the lead's latest past meeting. " +
    "The last three don't find cancelled meetings. If notes with the same provider and `external_meeting_id` " +
    'exist, they are updated.',
  maxBytes: 8 * 1024 * 1024,
  body: strictObject({
    provider: optional(
      Type.String({
        pattern: '^[a-z0-9_-]{1,64}$',
        default: 'api',
        description: 'Note taker that created the notes. Defaults to `api`.',
      }),
    ),
    external_meeting_id: optional(
      Type.String({ minLength: 1, maxLength: 255, description: 'ID of the meeting in the note-taking service.' }),
    ),
    calendar_event_id: optional(Type.String({ minLength: 1, maxLength: 255 })),
    meeting_url: optional(text(2_000, 'URL to join the meeting.')),
    lead_id: optional(Uuid()),
    lead_email: optional(email('Email address of the lead.')),
    meeting_date: optional(Timestamp('Start of the meeting.')),
    notes: optional(text(200_000)),
    transcript_text: optional(text(1_048_576, 'Transcript of the meeting, at most 1 MiB.')),
    summary: optional(text(200_000)),
    manual_ai_summary: optional(text(200_000, 'AI summary that a user requested.')),
    action_items: optional(
      Type.Array(
        strictObject({
          text: Type.String({ minLength: 1, maxLength: 2_000, description: 'Task to do, as text.' }),
          owner: optional(text(200, 'Person responsible.')),
          due_at: optional(Timestamp('Due time.')),
        }),
        { maxItems: 200 },
      ),
    ),
  }),
  success: { 201: NoteAnswer, 200: NoteAnswer },
  errors: ['MEETING_NOT_FOUND', 'LEAD_NOT_FOUND', 'LEAD_ERASED', 'INVALID_DATE'],
});
