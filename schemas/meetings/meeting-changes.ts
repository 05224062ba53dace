import {
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
import { Included, IncludeQuery } from '../included.js';
import { StartsAt } from './book-meeting.js';
import { LOCATION_TYPES, MeetingDetails } from './meetings.js';

const tag = 'Meetings';
const params = Type.Object({ id: Uuid('The meeting.') });
const Reason = (description: string) => optional(Type.String({ maxLength: 2_000, description }));
const Statuses = Type.String({
  maxLength: 200,
  description: 'Only these: `scheduled`, `confirmed`, `completed`, `cancelled`, `no_show`, comma-separated.',
});
const MeetingList = strictObject({
  success: Success,
  meetings: Type.Array(MeetingDetails, { description: 'The meetings.' }),
  included: Included,
  pagination: Pagination,
});
const MeetingAnswer = strictObject({ success: Success, meeting: MeetingDetails });
const changed = {
  success: Success,
  changed: Type.Boolean({ description: 'False when it was so already.' }),
  meeting: MeetingDetails,
};
const MeetingChanged = strictObject(changed);
const CANCEL_WARNINGS = ['lead_not_told'] as const;
const MeetingCancelled = strictObject({
  ...changed,
  warnings: Type.Array(oneOf(CANCEL_WARNINGS, { description: 'A code.' }), {
    description: '`lead_not_told`: `notify_lead` was asked for, but the lead had not heard of the meeting.',
  }),
});
export type MeetingChanged = Static<typeof MeetingChanged>;

export const listMeetingsContract = contract({
  operationId: 'listMeetings',
  method: 'get',
  path: '/api/public/meetings',
  tag,
  scope: 'meetings:read',
  summary: 'List the meetings, newest first.',
  query: Type.Object({
    lead_id: Type.Optional(Uuid('Only of this lead.')),
    host_id: Type.Optional(Uuid('Only of this host.')),
    workflow_id: Type.Optional(Uuid('Only on behalf of this workflow.')),
    meeting_type_id: Type.Optional(Uuid('Only of this type.')),
    status: Type.Optional(Statuses),
    location_type: Type.Optional(oneOf(LOCATION_TYPES, { description: 'Only of this kind.' })),
    from: Type.Optional(Timestamp('Beginning at this moment or later.')),
    to: Type.Optional(Timestamp('Beginning before this moment.')),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: { 200: MeetingList },
  errors: ['INVALID_DATE'],
});

export const listLeadMeetingsContract = contract({
  operationId: 'listLeadMeetings',
  method: 'get',
  path: '/api/public/leads/{id}/meetings',
  tag,
  scope: 'meetings:read',
  summary: 'List a lead’s meetings, newest first.',
  params: Type.Object({ id: Uuid('The lead.') }),
  query: Type.Object({
    status: Type.Optional(Statuses),
    location_type: Type.Optional(oneOf(LOCATION_TYPES, { description: 'Only of this kind.' })),
    ...PageQuery,
  }),
  success: { 200: MeetingList },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const getMeetingContract = contract({
  operationId: 'getMeeting',
  method: 'get',
  path: '/api/public/meetings/{id}',
  tag,
  scope: 'meetings:read',
  summary: 'Get a meeting.',
  params,
  success: { 200: MeetingAnswer },
  errors: ['MEETING_NOT_FOUND'],
});

export const rescheduleMeetingContract = contract({
  operationId: 'rescheduleMeeting',
  method: 'post',
  path: '/api/public/meetings/{id}/reschedule',
  tag,
  scope: 'meetings:write',
  summary: 'Move a meeting. It is scheduled again, and the lead has to confirm the new time.',
  params,
  keyField: 'idempotency_key',
  body: strictObject({
    starts_at: StartsAt,
    timezone: optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone; the meeting’s if not given.' }),
    ),
    reason: Reason('Why it is moved.'),
    keep_host: optional(
      Type.Boolean({ default: true, description: 'False: another host of the type may take it over.' }),
    ),
    allow_outside_availability: optional(
      Type.Boolean({ default: false, description: 'Move although the host’s hours say otherwise.' }),
    ),
    idempotency_key: optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Instead of the Idempotency-Key header.' }),
    ),
  }),
  success: { 200: MeetingChanged },
  errors: [
    ...(['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE', 'INVALID_DATE', 'INVALID_TIMEZONE'] as const),
    ...(['START_IN_PAST', 'SLOT_CONFLICT', 'OUTSIDE_AVAILABILITY', 'MINIMUM_NOTICE', 'HOST_DAILY_LIMIT'] as const),
  ],
});

export const cancelMeetingContract = contract({
  operationId: 'cancelMeeting',
  method: 'post',
  path: '/api/public/meetings/{id}/cancel',
  tag,
  scope: 'meetings:write',
  summary: 'Cancel a meeting; its time is free again at once.',
  params,
  bodyOptional: true,
  body: strictObject({
    reason: Reason('Why it is cancelled.'),
    notify_lead: optional(
      Type.Boolean({ description: 'False: an invited lead is told nothing. A lead who was not invited never is.' }),
    ),
  }),
  success: { 200: MeetingCancelled },
  errors: ['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE'],
});

export const confirmMeetingContract = contract({
  operationId: 'confirmMeeting',
  method: 'post',
  path: '/api/public/meetings/{id}/confirm',
  tag,
  scope: 'meetings:write',
  summary: 'Note that the lead confirmed the meeting.',
  params,
  bodyOptional: true,
  body: strictObject({}),
  success: { 200: MeetingChanged },
  errors: ['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE'],
});

export const completeMeetingContract = contract({
  operationId: 'completeMeeting',
  method: 'post',
  path: '/api/public/meetings/{id}/complete',
  tag,
  scope: 'meetings:write',
  summary: 'Note that a meeting took place. Corrects a no-show within 7 days.',
  params,
  bodyOptional: true,
  body: strictObject({ outcome_notes: optional(Type.String({ maxLength: 10_000, description: 'What came of it.' })) }),
  success: { 200: MeetingChanged },
  errors: ['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE'],
});

export const noShowMeetingContract = contract({
  operationId: 'noShowMeeting',
  method: 'post',
  path: '/api/public/meetings/{id}/no_show',
  tag,
  scope: 'meetings:write',
  summary: 'Note that nobody came. Corrects a completed meeting within 7 days.',
  params,
  bodyOptional: true,
  body: strictObject({ reason: Reason('Why nobody came.') }),
  success: { 200: MeetingChanged },
  errors: ['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE'],
});
