import {
  named,
  nameText,
  nullable,
  oneOf,
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
import { MANAGERS } from '../roles.js';
import { LOCATION_TYPES } from './meetings.js';

export const ASSIGNMENTS = ['fixed', 'round_robin', 'least_loaded'] as const;
export type Assignment = (typeof ASSIGNMENTS)[number];

/** Video conferences that the host's calendar creates with an entry. */
const CONFERENCES = ['google_meet', 'teams'] as const;
export type Conference = (typeof CONFERENCES)[number];
const ON_CALENDAR_MOVE = ['flag', 'reschedule'] as const;
export type OnCalendarMove = (typeof ON_CALENDAR_MOVE)[number];
const ON_CALENDAR_DELETE = ['flag', 'cancel'] as const;
export type OnCalendarDelete = (typeof ON_CALENDAR_DELETE)[number];

/** The farthest slot of any meeting type, in days. */
export const MAX_DAYS_AHEAD = 730;

const integer = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

const Name = nameText();
const Reminder = strictObject({
  minutes_before: integer(1, 43_200, 'How long before the start the reminder is sent, in minutes.'),
  channel: oneOf(['email', 'whatsapp'] as const),
  template_id: optional(Uuid()),
});
const TypeHost = strictObject({
  host_id: Uuid(),
  weight: optional(integer(1, 1_000, 'Share of meetings relative to other hosts. Defaults to 1.')),
  priority: optional(integer(0, 1_000, 'Priority of the host. Higher values are offered first. Defaults to 0.')),
});
const Question = strictObject({
  key: Type.String({
    pattern: '^[A-Za-z0-9_]{1,64}$',
    description: 'Key of the answer in the `answers` of a meeting.',
  }),
  label: Type.String({ minLength: 1, maxLength: 500, description: 'Question as the attendee reads it.' }),
  type: optional(
    oneOf(['text', 'number', 'boolean', 'choice'] as const, { description: 'Type of the answer. Defaults to `text`.' }),
  ),
  required: optional(Type.Boolean({ description: 'Whether the question is required.' })),
  options: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200, description: 'One option.' }), {
      maxItems: 50,
    }),
  ),
});
export type Reminder = Static<typeof Reminder>;
export type Question = Static<typeof Question>;

const description = Type.String({ maxLength: 10_000, description: 'Title of the meeting.' });
const LocationDetails = Type.String({ maxLength: 1_000, description: 'Location, or phone number.' });
const MeetingUrl = Type.String({ maxLength: 2_000, pattern: '^https?://', description: 'URL to join the meeting.' });
const ConferenceName = oneOf(CONFERENCES, {
  description:
    "Video conference that the host's calendar creates for each meeting. Its link becomes the `meeting_url`. " +
    '`google_meet` needs a Google calendar, `teams` a Microsoft calendar. Null for none.',
});
const MaxPerDay = integer(1, 100, 'Maximum number of meetings of this type per host and day. Null for no limit.');
const properties = {
  name: Name,
  duration_minutes: integer(5, 1_440, 'Duration in minutes.'),
  location_type: oneOf(LOCATION_TYPES),
  buffer_before_minutes: integer(0, 720, 'Buffer before the meeting, in minutes.'),
  buffer_after_minutes: integer(0, 720, 'Buffer after the meeting, in minutes.'),
  minimum_notice_minutes: integer(0, 129_600, 'Minimum notice in minutes.'),
  max_days_ahead: integer(1, MAX_DAYS_AHEAD, 'Maximum number of days ahead.'),
  slot_interval_minutes: integer(5, 1_440, 'Interval between slot starts, in minutes.'),
  invite_by_default: Type.Boolean({ description: "Whether the lead is invited if a booking doesn't specify it." }),
  reminders: Type.Array(Reminder, { maxItems: 10, description: 'Reminders to the lead.' }),
  assignment: oneOf(ASSIGNMENTS, { description: 'Rule that assigns slots to hosts.' }),
  questions: Type.Array(Question, { maxItems: 20, description: 'Questions for the lead.' }),
  on_calendar_move: oneOf(ON_CALENDAR_MOVE, {
    description:
      "Effect of moving a meeting's entry in the host's calendar. `flag`: the meeting is unchanged and marked. " +
      '`reschedule`: the meeting moves to the new time, and the lead is notified.',
  }),
  on_calendar_delete: oneOf(ON_CALENDAR_DELETE, {
    description:
      "Effect of deleting a meeting's entry from the host's calendar. `flag`: the meeting is unchanged and marked. " +
      '`cancel`: the meeting is cancelled, and the lead is notified.',
  }),
};

/** A meeting type as the API answers it. */
export const MeetingType = named(
  'MeetingType',
  strictObject({
    id: Uuid(),
    ...properties,
    description: nullable(description),
    location_details: nullable(LocationDetails),
    meeting_url: nullable(MeetingUrl),
    max_per_day: nullable(MaxPerDay),
    conference: nullable(ConferenceName),
    hosts: Type.Array(TypeHost, { maxItems: 100, description: 'Hosts of the type. Empty for all hosts.' }),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type MeetingType = Static<typeof MeetingType>;

const changeable = {
  location_type: optional(properties.location_type),
  description: Type.Optional(nullable(description)),
  location_details: Type.Optional(nullable(LocationDetails)),
  meeting_url: Type.Optional(nullable(MeetingUrl)),
  buffer_before_minutes: optional(properties.buffer_before_minutes),
  buffer_after_minutes: optional(properties.buffer_after_minutes),
  minimum_notice_minutes: optional(properties.minimum_notice_minutes),
  max_days_ahead: optional(properties.max_days_ahead),
  slot_interval_minutes: optional(properties.slot_interval_minutes),
  max_per_day: Type.Optional(nullable(MaxPerDay)),
  conference: Type.Optional(nullable(ConferenceName)),
  on_calendar_move: optional(properties.on_calendar_move),
  on_calendar_delete: optional(properties.on_calendar_delete),
  invite_by_default: optional(properties.invite_by_default),
  reminders: optional(properties.reminders),
  hosts: optional(Type.Array(TypeHost, { maxItems: 100, description: 'Hosts of the type. Empty for all hosts.' })),
  assignment: optional(properties.assignment),
  questions: optional(properties.questions),
};

const CreateBody = strictObject({
  name: Name,
  duration_minutes: properties.duration_minutes,
  ...changeable,
});
const UpdateBody = strictObject({
  name: optional(Name),
  duration_minutes: optional(properties.duration_minutes),
  ...changeable,
});
export type MeetingTypeChange = Static<typeof UpdateBody>;

const TypeAnswer = strictObject({ success: Success, meeting_type: MeetingType });
const params = Type.Object({ id: Uuid() });
const tag = 'Meeting types';
const ignoredKeys = ['id', 'created_at', 'updated_at'];

export const listMeetingTypesContract = contract({
  operationId: 'listMeetingTypes',
  method: 'get',
  path: '/api/public/meeting-types',
  tag,
  scope: 'meetings:read',
  summary: 'List the meeting types, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      meeting_types: Type.Array(MeetingType, { description: 'One page of meeting types, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createMeetingTypeContract = contract({
  operationId: 'createMeetingType',
  method: 'post',
  path: '/api/public/meeting-types',
  tag,
  ignoredKeys,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Create a meeting type. It only needs a name and a duration.',
  body: CreateBody,
  success: { 201: TypeAnswer },
  errors: ['HOST_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
});

export const getMeetingTypeContract = contract({
  operationId: 'getMeetingType',
  method: 'get',
  path: '/api/public/meeting-types/{id}',
  tag,
  scope: 'meetings:read',
  summary: 'Get a meeting type.',
  params,
  success: { 200: TypeAnswer },
  errors: ['MEETING_TYPE_NOT_FOUND'],
});

export const updateMeetingTypeContract = contract({
  operationId: 'updateMeetingType',
  method: 'patch',
  path: '/api/public/meeting-types/{id}',
  tag,
  ignoredKeys,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary:
    "Update a meeting type. Omitted fields are unchanged, and null clears a field. Booked meetings aren't " +
    'changed.',
  description: 'With an `If-Match` header (the ETag), the request fails if the meeting type has changed since then.',
  params,
  body: UpdateBody,
  success: { 200: TypeAnswer },
  errors: ['PRECONDITION_FAILED', 'MEETING_TYPE_NOT_FOUND', 'HOST_NOT_FOUND', 'TEMPLATE_NOT_FOUND'],
});

export const deleteMeetingTypeContract = contract({
  operationId: 'deleteMeetingType',
  method: 'delete',
  path: '/api/public/meeting-types/{id}',
  tag,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Delete a meeting type. Fails if it has upcoming meetings.',
  params,
  success: { 204: null },
  errors: ['MEETING_TYPE_NOT_FOUND', 'IN_USE'],
});
