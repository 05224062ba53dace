import {
  named,
  nullable,
  oneOf,
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
import { LOCATION_TYPES, MEETING_STATUSES } from './meetings.js';
import { RangeQuery } from './slots.js';

const Minutes = (description: string) => Type.Integer({ description });
const span = { starts_at: Timestamp('Start time.'), ends_at: Timestamp('End time.') };
const HoursSpan = strictObject({
  ...span,
  block_id: nullable(Uuid('ID of the availability block. Null for the default hours of a host without blocks.')),
});

/** The schedule of one host within a range. */
export const HostSchedule = named(
  'HostSchedule',
  strictObject({
    host_id: Uuid(),
    host_name: Text(),
    timezone: Text('IANA time zone of the host.'),
    is_active: Type.Boolean({ description: 'Whether the host can be booked.' }),
    hours_set: Type.Boolean({
      description: 'Whether the host has availability blocks. Without any, the default hours are returned.',
    }),
    open: Type.Array(HoursSpan, { description: "Open hours without time off. Existing meetings aren't subtracted." }),
    time_off: Type.Array(HoursSpan),
    busy: Type.Array(strictObject({ id: Uuid(), ...span }), {
      description: "Busy times of the host's calendar, without meetings of this service.",
    }),
    holds: Type.Array(
      strictObject({
        id: Uuid(),
        meeting_type_id: Uuid(),
        ...span,
        expires_at: Timestamp('Time at which the hold expires.'),
      }),
      { description: 'Slots that are reserved by holds.' },
    ),
    meetings: Type.Array(
      strictObject({
        id: Uuid(),
        lead_id: Uuid(),
        workflow_id: nullable(Uuid('ID of the workflow that booked the meeting. Null if no workflow did.')),
        meeting_type_id: nullable(Uuid('ID of the meeting type. Null for a recorded meeting without one.')),
        title: Text(),
        status: oneOf(MEETING_STATUSES),
        location_type: oneOf(LOCATION_TYPES),
        attendee_name: nullable(Text('Name of the lead at the time of booking.')),
        ...span,
        buffer_before_minutes: Minutes('Buffer before the meeting, in minutes.'),
        buffer_after_minutes: Minutes('Buffer after the meeting, in minutes.'),
      }),
      { description: 'Meetings of the host, earliest first, without cancelled ones.' },
    ),
  }),
);
export type HostSchedule = Static<typeof HostSchedule>;

export const getScheduleContract = contract({
  operationId: 'getSchedule',
  method: 'get',
  path: '/api/public/schedule',
  tag: 'Meetings',
  scope: 'meetings:read',
  summary:
    'Get the schedules of hosts: hours, time off, meetings, holds and busy times. The range can be at most ' +
    '31 days.',
  description: 'Returns a page of hosts, newest first. Items that overlap the range are returned completely.',
  query: Type.Object({
    host_ids: Type.Optional(
      Type.String({
        maxLength: 7400,
        description: 'Comma-separated host IDs, at most 200. Unknown IDs are ignored. Defaults to all active hosts.',
      }),
    ),
    ...RangeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      from: Timestamp('Start of the range.'),
      to: Timestamp('End of the range.'),
      hosts: Type.Array(HostSchedule, { description: 'One page of hosts, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE', 'INVALID_TIMEZONE'],
});
