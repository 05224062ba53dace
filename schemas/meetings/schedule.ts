import {
  named,
  nullable,
  oneOf,
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
import { LOCATION_TYPES, MEETING_STATUSES } from './meetings.js';
import { RangeQuery } from './slots.js';

const Text = (description: string) => Type.String({ description });
const Minutes = (description: string) => Type.Integer({ description });
const span = { starts_at: Timestamp('When it begins.'), ends_at: Timestamp('When it ends.') };
const HoursSpan = strictObject({
  ...span,
  block_id: nullable(Uuid('The availability block it comes from; null for the usual hours of a host without any.')),
});

/** What one host's time looks like within a range. */
export const HostSchedule = named(
  'HostSchedule',
  strictObject({
    host_id: Uuid('The host.'),
    host_name: Text('Its name.'),
    timezone: Text('The host’s IANA zone.'),
    is_active: Type.Boolean({ description: 'Whether the host can be booked.' }),
    hours_set: Type.Boolean({ description: 'Whether it has hours of its own; without any, the usual ones are shown.' }),
    open: Type.Array(HoursSpan, { description: 'When it can be met, time off taken out, whatever is in it already.' }),
    time_off: Type.Array(HoursSpan, { description: 'When it is away.' }),
    busy: Type.Array(strictObject({ id: Uuid('The entry.'), ...span }), {
      description: 'What its own calendar says is taken, meetings of this service left out.',
    }),
    holds: Type.Array(
      strictObject({
        id: Uuid('The hold.'),
        meeting_type_id: Uuid('The meeting type.'),
        ...span,
        expires_at: Timestamp('Until when it is held.'),
      }),
      { description: 'Slots that somebody is about to book.' },
    ),
    meetings: Type.Array(
      strictObject({
        id: Uuid('The meeting.'),
        lead_id: Uuid('The lead who is met.'),
        workflow_id: nullable(Uuid('The workflow on whose behalf it was booked.')),
        meeting_type_id: nullable(Uuid('The kind of meeting.')),
        title: Text('What it is called.'),
        status: oneOf(MEETING_STATUSES, { description: 'Where it stands.' }),
        location_type: oneOf(LOCATION_TYPES, { description: 'How the two meet.' }),
        attendee_name: nullable(Text('The lead’s name at the time.')),
        ...span,
        buffer_before_minutes: Minutes('What is kept free before it.'),
        buffer_after_minutes: Minutes('What is kept free after it.'),
      }),
      { description: 'Its meetings, earliest first, cancelled ones left out.' },
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
  summary: 'See the time of hosts: hours, time off, meetings, holds and what their calendars say, within 31 days.',
  description: 'A page of hosts, newest first. Whatever touches the range is answered whole.',
  query: Type.Object({
    host_ids: Type.Optional(
      Type.String({
        maxLength: 7400,
        description:
          'Up to 200 ids of hosts, comma-separated; all active ones if not given. Unknown ones are left out.',
      }),
    ),
    ...RangeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      from: Timestamp('The beginning of the range.'),
      to: Timestamp('Its end.'),
      hosts: Type.Array(HostSchedule, { description: 'The hosts.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE', 'INVALID_TIMEZONE'],
});
