import { WEEKDAYS } from '../cadence/cadence.js';
import {
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS } from '../roles.js';

export const BLOCK_KINDS = ['weekly', 'date_override', 'time_off'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

const Kind = oneOf(BLOCK_KINDS, {
  description: '`weekly` hours, other hours on given days (`date_override`), or `time_off`.',
});
const Weekdays = Type.Array(oneOf(WEEKDAYS, { description: 'A day of the week.' }), {
  maxItems: 7,
  uniqueItems: true,
  description: 'On which days; for `time_off`, the days of each week on which the same hours are off.',
});
const Starts = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', description: 'From, HH:MM on the zone’s clock.' });
const Ends = Type.String({
  pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
  description: 'To, HH:MM; 24:00 is the end of the day.',
});
const Timezone = Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone; the host’s if not given.' });
const Day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const ValidFrom = Day('First day, YYYY-MM-DD.');
const ValidTo = Day('Last day, YYYY-MM-DD. Without it what comes back by weekday goes on, and the rest is one day.');

/** An availability block as the API answers it. */
export const AvailabilityBlock = named(
  'AvailabilityBlock',
  strictObject({
    id: Uuid('The block.'),
    host_id: Uuid('The host.'),
    kind: Kind,
    weekdays: Weekdays,
    starts: nullable(Starts),
    ends: nullable(Ends),
    timezone: Timezone,
    valid_from: nullable(ValidFrom),
    valid_to: nullable(ValidTo),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);
export type AvailabilityBlock = Static<typeof AvailabilityBlock>;

const BlockAnswer = strictObject({ success: Success, availability_block: AvailabilityBlock });
const tag = 'Hosts';
const ignoredKeys = ['id', 'host_id', 'created_at', 'updated_at'];
const hostParams = Type.Object({ id: Uuid('The host.') });
const params = Type.Object({ id: Uuid('The block.') });

export const listAvailabilityBlocksContract = contract({
  operationId: 'listAvailabilityBlocks',
  method: 'get',
  path: '/api/public/hosts/{id}/availability-blocks',
  tag,
  scope: 'meetings:read',
  summary: 'List a host’s availability blocks, oldest first.',
  params: hostParams,
  success: {
    200: strictObject({
      success: Success,
      availability_blocks: Type.Array(AvailabilityBlock, { description: 'The blocks.' }),
    }),
  },
  errors: ['HOST_NOT_FOUND'],
});

export const createAvailabilityBlockContract = contract({
  operationId: 'createAvailabilityBlock',
  method: 'post',
  path: '/api/public/hosts/{id}/availability-blocks',
  tag,
  ignoredKeys,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Add hours, other hours for given days, or time off.',
  description:
    'A `date_override` stands in for the weekly hours on its days; without times the days are closed, and without `valid_to` it is one day. `time_off` takes everything from the first day’s start to the last day’s end, or the same hours of given weekdays.',
  params: hostParams,
  body: strictObject({
    kind: Kind,
    weekdays: optional(Weekdays),
    starts: optional(Starts),
    ends: optional(Ends),
    timezone: optional(Timezone),
    valid_from: optional(ValidFrom),
    valid_to: optional(ValidTo),
  }),
  success: { 201: BlockAnswer },
  errors: ['HOST_NOT_FOUND', 'INVALID_TIMEZONE', 'INVALID_DATE'],
});

export const updateAvailabilityBlockContract = contract({
  operationId: 'updateAvailabilityBlock',
  method: 'patch',
  path: '/api/public/availability-blocks/{id}',
  tag,
  ignoredKeys,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Change an availability block: what is left out stays, null clears.',
  params,
  body: strictObject({
    kind: optional(Kind),
    weekdays: optional(Weekdays),
    starts: Type.Optional(nullable(Starts)),
    ends: Type.Optional(nullable(Ends)),
    timezone: optional(Timezone),
    valid_from: Type.Optional(nullable(ValidFrom)),
    valid_to: Type.Optional(nullable(ValidTo)),
  }),
  success: { 200: BlockAnswer },
  errors: ['AVAILABILITY_BLOCK_NOT_FOUND', 'INVALID_TIMEZONE', 'INVALID_DATE'],
});

export const deleteAvailabilityBlockContract = contract({
  operationId: 'deleteAvailabilityBlock',
  method: 'delete',
  path: '/api/public/availability-blocks/{id}',
  tag,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Remove an availability block. Meetings that are booked stay.',
  params,
  success: { 204: null },
  errors: ['AVAILABILITY_BLOCK_NOT_FOUND'],
});
