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
      meeting: word(['created', 'replayed'] as const, 'Whether this request made the meeting.'),
      calendar: word(['created', 'queued', 'skipped', 'failed'] as const, 'The entry in the host’s calendar.'),
      invitation: word(['sent', 'queued', 'skipped'] as const, 'The invitation to the lead.'),
      cadence: word(['stopped', 'unchanged'] as const, 'Whether the exit rules stopped a run of the lead.'),
      reminders: Type.Integer({ description: 'How many reminders will go out; none of a booking without invitation.' }),
    },
    { description: 'What the booking did, and what it set off.' },
  ),
);
export type BookingOperations = Static<typeof Operations>;

/** A date-time as the calendar pages of this API take it. */
export const StartsAt = meantAs(
  'instant',
  Type.String({
    minLength: 1,
    maxLength: 100,
    description:
      'ISO date-time that JavaScript’s Date takes. Without an offset it is read in `timezone`, else in the host’s zone.',
  }),
);
const Confirm = 'That the invitation to the lead is meant.';

/** What every way of booking takes. */
const fields = {
  lead_id: Uuid('The lead to meet.'),
  host_id: Uuid('The host.'),
  workflow_id: Uuid('The workflow on whose behalf it is booked.'),
  meeting_type_id: Uuid('The kind of meeting.'),
  starts_at: StartsAt,
  title: optional(Type.String({ minLength: 1, maxLength: 500, description: 'What it is called.' })),
  timezone: optional(Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone of the meeting.' })),
  description: optional(Type.String({ maxLength: 10_000, description: 'What it is about.' })),
  allow_outside_availability: optional(
    Type.Boolean({ default: false, description: 'Book although the host’s hours say otherwise.' }),
  ),
  answers: optional(
    Type.Record(
      Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$' }),
      nullable(Type.Union([Type.String({ maxLength: 5_000 }), Type.Number(), Type.Boolean()])),
      {
        additionalProperties: false,
        maxProperties: 20,
        description: 'What the lead answered to the meeting type’s questions, by their keys.',
      },
    ),
  ),
  hold_id: optional(Uuid('A live hold of this slot, with this host and of this type, which the booking uses up.')),
  idempotency_key: optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Repeats with the same key answer with the same meeting; the Idempotency-Key header does as well.',
    }),
  ),
};

/** Option 1: nothing is sent to the lead. */
const BookSilently = named(
  'BookMeetingSilently',
  strictObject({
    ...fields,
    invite_lead: Type.Literal(false, { description: 'No invitation.' }),
    confirm: optional(Type.Boolean({ description: Confirm })),
  }),
);
/** Option 2: the lead gets an invitation, which has to be confirmed. */
const BookAndInvite = named(
  'BookMeetingAndInvite',
  strictObject({
    ...fields,
    invite_lead: optional(Type.Boolean({ description: 'The lead is invited; true if not given.' })),
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
    description: 'Without an invitation, with one that is confirmed, or as the meeting type says.',
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
    warnings: Type.Array(word(BOOKING_WARNINGS, 'A code.'), { description: 'What whoever booked should know.' }),
    operations: Operations,
    replayed: Type.Boolean({ description: 'Whether this is the answer to an earlier request with the same key.' }),
  }),
);

export const bookMeetingContract = contract({
  operationId: 'bookMeeting',
  method: 'post',
  path: '/api/public/meetings/book',
  tag: 'Meetings',
  scope: 'meetings:book',
  summary: 'Book a meeting for a lead with a chosen host.',
  description:
    'Of any number of requests for one slot exactly one gets it; the others are answered with what stands in the way and with free alternatives.',
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
});
