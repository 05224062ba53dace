import {
  named,
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

/** How many days ahead the farthest slot of any type lies. */
export const MAX_DAYS_AHEAD = 730;

const integer = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'What people call it.',
});
const Reminder = strictObject({
  minutes_before: integer(1, 43_200, 'How long before the meeting.'),
  channel: oneOf(['email', 'whatsapp'] as const, { description: 'How the lead is reminded.' }),
  template_id: optional(Uuid('The template to use.')),
});
const TypeHost = strictObject({
  host_id: Uuid('The host.'),
  weight: optional(integer(1, 1_000, 'Share of meetings against the others; 1 if not given.')),
  priority: optional(integer(0, 1_000, 'Higher is offered first; 0 if not given.')),
});
const Question = strictObject({
  key: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$', description: 'Names the answer.' }),
  label: Type.String({ minLength: 1, maxLength: 500, description: 'What is asked.' }),
  type: optional(oneOf(['text', 'number', 'boolean', 'choice'] as const, { description: '`text` if not given.' })),
  required: optional(Type.Boolean({ description: 'Whether it has to be answered.' })),
  options: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200, description: 'A choice.' }), {
      maxItems: 50,
      description: 'What can be chosen.',
    }),
  ),
});
export type Reminder = Static<typeof Reminder>;
export type Question = Static<typeof Question>;

const description = Type.String({ maxLength: 10_000, description: 'What it is about.' });
const LocationDetails = Type.String({ maxLength: 1_000, description: 'Where, or which number.' });
const MeetingUrl = Type.String({ maxLength: 2_000, pattern: '^https?://', description: 'Link to join.' });
const MaxPerDay = integer(1, 100, 'Meetings of this type a host has a day at most; null for no limit.');
const properties = {
  name: Name,
  duration_minutes: integer(5, 1_440, 'How long it takes.'),
  location_type: oneOf(LOCATION_TYPES, { description: 'How the two meet.' }),
  buffer_before_minutes: integer(0, 720, 'Time kept free before it.'),
  buffer_after_minutes: integer(0, 720, 'Time kept free after it.'),
  minimum_notice_minutes: integer(0, 129_600, 'How long ahead it has to be booked at least.'),
  max_days_ahead: integer(1, MAX_DAYS_AHEAD, 'How many days ahead it can be booked at most.'),
  slot_interval_minutes: integer(5, 1_440, 'How far apart slots begin.'),
  invite_by_default: Type.Boolean({ description: 'Whether the lead is invited when a booking doesn’t say.' }),
  reminders: Type.Array(Reminder, { maxItems: 10, description: 'When the lead is reminded.' }),
  assignment: oneOf(ASSIGNMENTS, { description: 'How hosts are chosen when slots are searched.' }),
  questions: Type.Array(Question, { maxItems: 20, description: 'What the lead is asked.' }),
};

/** A meeting type as the API answers it. */
export const MeetingType = named(
  'MeetingType',
  strictObject({
    id: Uuid('The meeting type.'),
    ...properties,
    description: nullable(description),
    location_details: nullable(LocationDetails),
    meeting_url: nullable(MeetingUrl),
    max_per_day: nullable(MaxPerDay),
    hosts: Type.Array(TypeHost, { maxItems: 100, description: 'Who holds it; empty for every host.' }),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
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
  invite_by_default: optional(properties.invite_by_default),
  reminders: optional(properties.reminders),
  hosts: optional(Type.Array(TypeHost, { maxItems: 100, description: 'Who holds it; empty for every host.' })),
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
const params = Type.Object({ id: Uuid('The meeting type.') });
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
      meeting_types: Type.Array(MeetingType, { description: 'The meeting types.' }),
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
  summary: 'Add a meeting type; a name and a duration are enough.',
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
  summary: 'Change a meeting type: what is left out stays, null clears. Meetings that are booked stay as they are.',
  description: 'With an `If-Match` header (the ETag) the change is refused when it was changed meanwhile.',
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
  summary: 'Remove a meeting type that no meeting ahead is of.',
  params,
  success: { 204: null },
  errors: ['MEETING_TYPE_NOT_FOUND', 'IN_USE'],
});
