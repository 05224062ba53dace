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
  description: 'Type of the block: `weekly` hours, different hours on specific days (`date_override`), or `time_off`.',
});
const Weekdays = Type.Array(oneOf(WEEKDAYS, { description: 'Weekday.' }), {
  maxItems: 7,
  uniqueItems: true,
  description: 'Weekdays of the hours. For `time_off`, the weekdays on which the time off repeats.',
});
const Starts = Type.String({
  pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
  description: 'Start time, HH:MM in the time zone of the block.',
});
const Ends = Type.String({
  pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$',
  description: 'End time, HH:MM. 24:00 is the end of the day.',
});
const Timezone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "IANA time zone. Defaults to the host's time zone.",
});
const Day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const ValidFrom = Day('First day, YYYY-MM-DD.');
const ValidTo = Day(
  'Last day, YYYY-MM-DD. Without it, weekly blocks continue indefinitely and other blocks last one day.',
);

/** An availability block as the API answers it. */
export const AvailabilityBlock = named(
  'AvailabilityBlock',
  strictObject({
    id: Uuid(),
    host_id: Uuid(),
    kind: Kind,
    weekdays: Weekdays,
    starts: nullable(Starts),
    ends: nullable(Ends),
    timezone: Timezone,
    valid_from: nullable(ValidFrom),
    valid_to: nullable(ValidTo),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type AvailabilityBlock = Static<typeof AvailabilityBlock>;

const BlockAnswer = strictObject({ success: Success, availability_block: AvailabilityBlock });
const tag = 'Hosts';
const ignoredKeys = ['id', 'host_id', 'created_at', 'updated_at'];
const hostParams = Type.Object({ id: Uuid() });
const params = Type.Object({ id: Uuid() });

export const listAvailabilityBlocksContract = contract({
  operationId: 'listAvailabilityBlocks',
  method: 'get',
  path: '/api/public/hosts/{id}/availability-blocks',
  tag,
  scope: 'meetings:read',
  summary: 'List the availability blocks of a host, oldest first.',
  params: hostParams,
  success: {
    200: strictObject({
      success: Success,
      availability_blocks: Type.Array(AvailabilityBlock, {
        description: 'Availability blocks of the host, oldest first.',
      }),
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
  summary: 'Add weekly hours, hours for specific days, or time off.',
  description:
    'A `date_override` replaces the weekly hours on its days. Without times, the days are closed; without ' +
    '`valid_to`, it is one day. `time_off` covers everything from the start of the first day to the end of ' +
    'the last day, or the same hours of the given weekdays.',
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
  summary: 'Update an availability block. Omitted fields are unchanged, and null clears a field.',
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
  summary: "Delete an availability block. Booked meetings aren't changed.",
  params,
  success: { 204: null },
  errors: ['AVAILABILITY_BLOCK_NOT_FOUND'],
});
