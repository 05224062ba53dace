import { meantAs, named, nullable, optional, type Static, Success, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { Meeting, ProviderSync } from './meetings.js';

export const BOOKING_WARNINGS = [
  ...([
    'calendar_not_connected',
    'calendar_sync_pending',
    'calendar_sync_failed',
    'lead_without_email',
    'invite_skipped',
  ] as const),
  ...(['short_notice', 'outside_business_hours', 'duplicate_meeting_same_day', 'host_timezone_missing'] as const),
] as const;
export type BookingWarning = (typeof BOOKING_WARNINGS)[number];

const word = <const T extends readonly string[]>(values: T, description: string) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], description });

const Operations = named(
  'BookingOperations',
  strictObject(
    {
      meeting: word(['created', 'replayed'] as const, 'Whether this request created the meeting.'),
      calendar: word(
        ['created', 'queued', 'skipped', 'failed'] as const,
        "Status of the entry in the host's calendar.",
      ),
      invitation: word(['sent', 'queued', 'skipped'] as const, 'Status of the invitation to the lead.'),
      cadence: word(['stopped', 'unchanged'] as const, 'Whether the exit rules ended a run of the lead.'),
      reminders: Type.Integer({ description: 'Number of reminders to be sent. 0 without an invitation.' }),
    },
    { description: 'Effects of the booking.' },
  ),
);
export type BookingOperations = Static<typeof Operations>;

/** A date-time as the calendar pages of this API take it. */
export const StartsAt = meantAs(
  'instant',
  Type.String({
    minLength: 1,
    maxLength: 100,
    description: "Start time in ISO 8601. Without an offset, it is in `timezone`, or in the host's time zone.",
  }),
);
const Confirm = 'Confirms that the invitation should be sent to the lead.';

/** The fields of every way to book. */
const fields = {
  lead_id: Uuid(),
  host_id: Uuid(),
  workflow_id: Uuid(),
  meeting_type_id: Uuid(),
  starts_at: StartsAt,
  title: optional(Type.String({ minLength: 1, maxLength: 500 })),
  timezone: optional(Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone of the meeting.' })),
  description: optional(Type.String({ maxLength: 10_000, description: 'Title of the meeting.' })),
  allow_outside_availability: optional(
    Type.Boolean({ default: false, description: "Whether to book outside the host's hours." }),
  ),
  answers: optional(
    Type.Record(
      Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$' }),
      nullable(Type.Union([Type.String({ maxLength: 5_000 }), Type.Number(), Type.Boolean()])),
      {
        additionalProperties: false,
        maxProperties: 20,
        description: 'Answers of the lead to the questions of the meeting type, by key.',
      },
    ),
  ),
  hold_id: optional(
    Uuid('ID of an active hold of this slot, with this host and meeting type. The booking uses it up.'),
  ),
  idempotency_key: optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Alternative to the Idempotency-Key header. Requests with the same key return the same meeting.',
    }),
  ),
};

/** Option 1: nothing is sent to the lead. */
const BookSilently = named(
  'BookMeetingSilently',
  strictObject({
    ...fields,
    invite_lead: Type.Literal(false, { description: 'Sends no invitation.' }),
    confirm: optional(Type.Boolean({ description: Confirm })),
  }),
);
/** Option 2: the lead gets an invitation, which has to be confirmed. */
const BookAndInvite = named(
  'BookMeetingAndInvite',
  strictObject({
    ...fields,
    invite_lead: optional(Type.Boolean({ description: 'Whether to invite the lead. Defaults to true.' })),
    confirm: Type.Literal(true, { description: Confirm }),
  }),
);
/** Option 3: the meeting type decides. */
const BookByDefault = named(
  'BookMeetingByDefault',
  strictObject({ ...fields, confirm: optional(Type.Boolean({ description: Confirm })) }),
);

/** The three ways of booking as the API description shows them. */
const BookMeetingBody = named(
  'BookMeeting',
  Type.Union([BookSilently, BookAndInvite, BookByDefault], {
    description:
      'A booking without an invitation, with a confirmed invitation, or with the default of the meeting type.',
  }),
);

/** All fields of the three ways, by which a body is checked: one list of what is wrong instead of three. */
export const BookMeetingRequest = strictObject({
  ...fields,
  invite_lead: optional(Type.Boolean()),
  confirm: optional(Type.Boolean()),
});
export type BookMeetingRequest = Static<typeof BookMeetingRequest>;

const MeetingBooked = named(
  'MeetingBooked',
  strictObject({
    success: Success,
    meeting: Meeting,
    provider_sync: ProviderSync,
    warnings: Type.Array(word(BOOKING_WARNINGS, 'Warning code.'), { description: 'Warnings about the booking.' }),
    operations: Operations,
    replayed: Type.Boolean({ description: 'Whether this is the response to an earlier request with the same key.' }),
  }),
);

export const bookMeetingContract = contract({
  operationId: 'bookMeeting',
  method: 'post',
  path: '/api/public/meetings/book',
  tag: 'Meetings',
  scope: 'meetings:book',
  summary: 'Book a meeting for a lead with a specific host.',
  description:
    'If several requests book the same slot, exactly one succeeds. The others return the conflicts and ' +
    'alternative slots.',
  body: BookMeetingBody,
  keyField: 'idempotency_key',
  keyLasts: 'forever',
  idempotency: 'handler',
  success: { 201: MeetingBooked, 200: MeetingBooked },
  errors: [
    'INVALID_DATE',
    'INVALID_TIMEZONE',
    'LEAD_NOT_FOUND',
    'HOST_NOT_FOUND',
    'WORKFLOW_NOT_FOUND',
    'MEETING_TYPE_NOT_FOUND',
    'MEETING_NOT_FOUND',
    'HOLD_NOT_FOUND',
    'LEAD_ERASED',
    'SLOT_CONFLICT',
    'OUTSIDE_AVAILABILITY',
    'MINIMUM_NOTICE',
    'HOST_DAILY_LIMIT',
    'CONFIRMATION_REQUIRED',
    'START_IN_PAST',
  ],
  fieldErrors: [
    ...(['LEAD_NOT_FOUND', 'HOST_NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'MEETING_TYPE_NOT_FOUND'] as const),
    ...(['MEETING_NOT_FOUND', 'HOLD_NOT_FOUND', 'CONFIRMATION_REQUIRED', 'START_IN_PAST'] as const),
  ],
});
