import { named, nullable, oneOf, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { StartsAt } from './book-meeting.js';

const tag = 'Meetings';

const Slot = named(
  'Slot',
  strictObject({
    starts_at: Timestamp('When it begins.'),
    ends_at: Timestamp('When it ends.'),
    local_start: Type.String({ description: 'The beginning on the clock of the zone that was asked for.' }),
    host_id: Uuid('Whom the meeting type’s assignment gives it to.'),
    host_name: Type.String({ description: 'The host’s name.' }),
    host_ids: Type.Array(Uuid('A host.'), { description: 'Every host who is free then, in the order of assignment.' }),
    availability_block_id: nullable(Uuid('The block of that host it lies in.')),
  }),
);

const SlotWarning = named(
  'SlotWarning',
  strictObject({
    code: oneOf(['calendar_sync_failed'] as const, {
      description: 'As in the answer to a booking: reading the host’s calendar fails or is late.',
    }),
    host_id: Uuid('The host.'),
    current_at: nullable(Timestamp('As of when the calendar’s busy times are known; null if it was never read.')),
  }),
);

const When = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });

/** The query parameters of what is asked about a stretch of time. */
export const RangeQuery = {
  from: Type.Optional(When('Date-time, or a day of the zone; now if not given.')),
  to: Type.Optional(When('Date-time, or a day of the zone, which is included; 7 days later if not given.')),
  timezone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone of days and local times; UTC if not given.' }),
  ),
};

export const findSlotsContract = contract({
  operationId: 'findSlots',
  method: 'get',
  path: '/api/public/meetings/availability',
  tag,
  scope: 'meetings:read',
  summary: 'Find the free slots of a meeting type, within at most 31 days.',
  query: Type.Object({
    meeting_type_id: Uuid('The meeting type.'),
    host_id: Type.Optional(Uuid('Only with this host.')),
    lead_id: Type.Optional(Uuid('For whom: the host whom the lead met last comes first.')),
    ...RangeQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      meeting_type_id: Uuid('The meeting type.'),
      timezone: Type.String({ description: 'The zone of the local times.' }),
      from: Timestamp('The beginning of the search.'),
      to: Timestamp('Its end.'),
      slots: Type.Array(Slot, { description: 'The free slots, earliest first.' }),
      warnings: Type.Array(SlotWarning, {
        description: 'Hosts of these slots whose own calendars can’t be read now, so that a slot may be taken there.',
      }),
    }),
  },
  errors: [
    'MEETING_TYPE_NOT_FOUND',
    'HOST_NOT_FOUND',
    'LEAD_NOT_FOUND',
    'LEAD_ERASED',
    'INVALID_DATE',
    'INVALID_TIMEZONE',
  ],
});

const Hold = named(
  'SlotHold',
  strictObject({
    id: Uuid('The hold; send it as `hold_id` when booking.'),
    host_id: Uuid('The host.'),
    meeting_type_id: Uuid('The meeting type.'),
    starts_at: Timestamp('When the slot begins.'),
    ends_at: Timestamp('When it ends.'),
    expires_at: Timestamp('Until when it is held.'),
  }),
);

export const holdSlotContract = contract({
  operationId: 'holdSlot',
  method: 'post',
  path: '/api/public/meetings/holds',
  tag,
  scope: 'meetings:book',
  summary: 'Hold a slot for a few minutes while somebody makes up their mind.',
  body: strictObject({
    host_id: Uuid('The host.'),
    meeting_type_id: Uuid('The meeting type.'),
    starts_at: StartsAt,
    timezone: optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone; the host’s if not given.' }),
    ),
    ttl_seconds: optional(
      Type.Integer({ minimum: 60, maximum: 900, default: 300, description: 'How long, 60 to 900 seconds.' }),
    ),
  }),
  success: { 201: strictObject({ success: Success, hold: Hold }) },
  errors: [
    ...(['HOST_NOT_FOUND', 'MEETING_TYPE_NOT_FOUND', 'INVALID_DATE', 'INVALID_TIMEZONE', 'START_IN_PAST'] as const),
    ...(['SLOT_CONFLICT', 'OUTSIDE_AVAILABILITY', 'MINIMUM_NOTICE', 'HOST_DAILY_LIMIT'] as const),
  ],
});

export const releaseHoldContract = contract({
  operationId: 'releaseHold',
  method: 'delete',
  path: '/api/public/meeting-holds/{id}',
  tag,
  scope: 'meetings:book',
  summary: 'Let a held slot go.',
  params: Type.Object({ id: Uuid('The hold.') }),
  success: { 204: null },
  errors: ['HOLD_NOT_FOUND'],
});
