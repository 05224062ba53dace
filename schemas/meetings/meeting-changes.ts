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
const params = Type.Object({ id: Uuid() });
const Reason = (description: string) => optional(Type.String({ maxLength: 2_000, description }));
const Statuses = Type.String({
  maxLength: 200,
  description: 'Comma-separated statuses: `scheduled`, `confirmed`, `completed`, `cancelled`, `no_show`.',
});
const MeetingList = strictObject({
  success: Success,
  meetings: Type.Array(MeetingDetails, { description: 'One page of meetings, newest first.' }),
  included: Included,
  pagination: Pagination,
});
const MeetingAnswer = strictObject({ success: Success, meeting: MeetingDetails });
const changed = {
  success: Success,
  changed: Type.Boolean({ description: 'Whether the request changed the meeting.' }),
  meeting: MeetingDetails,
};
const MeetingChanged = strictObject(changed);
const CANCEL_WARNINGS = ['lead_not_told'] as const;
const MeetingCancelled = strictObject({
  ...changed,
  warnings: Type.Array(oneOf(CANCEL_WARNINGS, { description: 'Warning code.' }), {
    description: "Warnings. `lead_not_told`: `notify_lead` was set, but the lead wasn't invited to the meeting.",
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
    lead_id: Type.Optional(Uuid('Returns only meetings of this lead.')),
    host_id: Type.Optional(Uuid('Returns only meetings of this host.')),
    workflow_id: Type.Optional(Uuid('Returns only meetings booked by this workflow.')),
    meeting_type_id: Type.Optional(Uuid('Returns only meetings of this type.')),
    status: Type.Optional(Statuses),
    location_type: Type.Optional(
      oneOf(LOCATION_TYPES, { description: 'Returns only meetings with this location type.' }),
    ),
    from: Type.Optional(Timestamp('Returns only meetings that start at or after this time.')),
    to: Type.Optional(Timestamp('Returns only meetings that start before this time.')),
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
  summary: 'List the meetings of a lead, newest first.',
  params: Type.Object({ id: Uuid() }),
  query: Type.Object({
    status: Type.Optional(Statuses),
    location_type: Type.Optional(
      oneOf(LOCATION_TYPES, { description: 'Returns only meetings with this location type.' }),
    ),
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
  summary: 'Reschedule a meeting. The lead must confirm the new time.',
  params,
  keyField: 'idempotency_key',
  body: strictObject({
    starts_at: StartsAt,
    timezone: optional(
      Type.String({ minLength: 1, maxLength: 64, description: "IANA time zone. Defaults to the meeting's time zone." }),
    ),
    reason: Reason('Reason for the change.'),
    keep_host: optional(
      Type.Boolean({
        default: true,
        description: 'Whether to keep the host. If false, another host of the type can take the meeting.',
      }),
    ),
    allow_outside_availability: optional(
      Type.Boolean({ default: false, description: "Whether to book outside the host's hours." }),
    ),
    idempotency_key: optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Alternative to the Idempotency-Key header.' }),
    ),
  }),
  success: { 200: MeetingChanged },
  errors: [
    ...(['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE', 'INVALID_DATE', 'INVALID_TIMEZONE'] as const),
    ...(['START_IN_PAST', 'SLOT_CONFLICT', 'OUTSIDE_AVAILABILITY', 'MINIMUM_NOTICE', 'HOST_DAILY_LIMIT'] as const),
  ],
  fieldErrors: ['START_IN_PAST'],
});

export const cancelMeetingContract = contract({
  operationId: 'cancelMeeting',
  method: 'post',
  path: '/api/public/meetings/{id}/cancel',
  tag,
  scope: 'meetings:write',
  summary: 'Cancel a meeting. Its slot becomes free immediately.',
  params,
  bodyOptional: true,
  body: strictObject({
    reason: Reason('Reason for the cancellation.'),
    notify_lead: optional(
      Type.Boolean({ description: "Whether to notify an invited lead. Leads who weren't invited are never notified." }),
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
  summary: 'Mark a meeting as confirmed by the lead.',
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
  summary: 'Mark a meeting as completed. Corrects a no-show within 7 days.',
  params,
  bodyOptional: true,
  body: strictObject({
    outcome_notes: optional(Type.String({ maxLength: 10_000 })),
  }),
  success: { 200: MeetingChanged },
  errors: ['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE'],
});

export const noShowMeetingContract = contract({
  operationId: 'noShowMeeting',
  method: 'post',
  path: '/api/public/meetings/{id}/no_show',
  tag,
  scope: 'meetings:write',
  summary: 'Mark a meeting as a no-show. Corrects a completed meeting within 7 days.',
  params,
  bodyOptional: true,
  body: strictObject({ reason: Reason('Reason for the no-show.') }),
  success: { 200: MeetingChanged },
  errors: ['MEETING_NOT_FOUND', 'MEETING_NOT_MODIFIABLE'],
});
