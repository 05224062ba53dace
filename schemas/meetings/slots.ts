import { named, nullable, oneOf, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { StartsAt } from './book-meeting.js';

const tag = 'Meetings';

const Slot = named(
  'Slot',
  strictObject({
    starts_at: Timestamp(),
    ends_at: Timestamp(),
    local_start: Type.String({ description: 'Local start time in the requested time zone.' }),
    host_id: Uuid('ID of the host to whom the meeting type assigns the slot.'),
    host_name: Type.String(),
    host_ids: Type.Array(Uuid('ID of a host.'), {
      description: 'All available hosts, in the order of assignment.',
    }),
    availability_block_id: nullable(
      Uuid("ID of the host's availability block that the slot is in. Null if it is in none."),
    ),
  }),
);

const SlotWarning = named(
  'SlotWarning',
  strictObject({
    code: oneOf(['calendar_sync_failed'] as const, {
      description: "Warning code, as in the response to a booking: the host's calendar can't be read or is late.",
    }),
    host_id: Uuid(),
    current_at: nullable(Timestamp('Time of the last known busy times. Null if the calendar was never read.')),
  }),
);

const When = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });

/** The query parameters of what is asked about a stretch of time. */
export const RangeQuery = {
  from: Type.Optional(When('Start of the search: a date-time, or a date in the time zone. Defaults to now.')),
  to: Type.Optional(
    When('End of the search: a date-time, or a date in the time zone (inclusive). Defaults to 7 days later.'),
  ),
  timezone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'IANA time zone of dates and local times. Defaults to UTC.',
    }),
  ),
};

export const findSlotsContract = contract({
  operationId: 'findSlots',
  method: 'get',
  path: '/api/public/meetings/availability',
  tag,
  scope: 'meetings:read',
  summary: 'Find the free slots of a meeting type. The range can be at most 31 days.',
  query: Type.Object({
    meeting_type_id: Uuid(),
    host_id: Type.Optional(Uuid('Returns only slots with this host.')),
    lead_id: Type.Optional(Uuid('ID of the lead. The last host whom the lead met comes first.')),
    ...RangeQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      meeting_type_id: Uuid(),
      timezone: Type.String({ description: 'Time zone of the local times.' }),
      from: Timestamp('Start of the search.'),
      to: Timestamp('End of the search.'),
      slots: Type.Array(Slot, { description: 'Free slots, earliest first.' }),
      warnings: Type.Array(SlotWarning, {
        description: "Hosts of these slots whose calendar can't be read now. Their slots may be taken.",
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
    id: Uuid('ID of the hold. Send it as `hold_id` when you book.'),
    host_id: Uuid(),
    meeting_type_id: Uuid(),
    starts_at: Timestamp(),
    ends_at: Timestamp(),
    expires_at: Timestamp('Time at which the hold expires.'),
  }),
);

export const holdSlotContract = contract({
  operationId: 'holdSlot',
  method: 'post',
  path: '/api/public/meetings/holds',
  tag,
  scope: 'meetings:book',
  summary: 'Hold a slot for a few minutes.',
  body: strictObject({
    host_id: Uuid(),
    meeting_type_id: Uuid(),
    starts_at: StartsAt,
    timezone: optional(
      Type.String({ minLength: 1, maxLength: 64, description: "IANA time zone. Defaults to the host's time zone." }),
    ),
    ttl_seconds: optional(
      Type.Integer({
        minimum: 60,
        maximum: 900,
        default: 300,
        description: 'Duration of the hold in seconds, 60 to 900.',
      }),
    ),
  }),
  success: { 201: strictObject({ success: Success, hold: Hold }) },
  errors: [
    ...(['HOST_NOT_FOUND', 'MEETING_TYPE_NOT_FOUND', 'INVALID_DATE', 'INVALID_TIMEZONE', 'START_IN_PAST'] as const),
    ...(['SLOT_CONFLICT', 'OUTSIDE_AVAILABILITY', 'MINIMUM_NOTICE', 'HOST_DAILY_LIMIT'] as const),
  ],
  fieldErrors: ['HOST_NOT_FOUND', 'MEETING_TYPE_NOT_FOUND', 'START_IN_PAST'],
});

export const releaseHoldContract = contract({
  operationId: 'releaseHold',
  method: 'delete',
  path: '/api/public/meeting-holds/{id}',
  tag,
  scope: 'meetings:book',
  summary: 'Release a held slot.',
  params: Type.Object({ id: Uuid() }),
  success: { 204: null },
  errors: ['HOLD_NOT_FOUND'],
});
