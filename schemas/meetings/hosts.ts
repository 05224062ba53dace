import {
  meantAs,
  named,
  nameText,
  nullable,
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

const Name = nameText('Name that attendees see.');
const Email = meantAs(
  'email',
  Type.String({ minLength: 3, maxLength: 254, description: 'Email address of the host.' }),
);
const Timezone = Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone.' });
const MaxPerDay = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: 'Maximum number of meetings per day. Null for no limit.',
});
const IsActive = Type.Boolean({ description: 'Whether the host can be booked.' });

/** A host as the API answers it. */
export const Host = named(
  'Host',
  strictObject({
    id: Uuid(),
    name: Name,
    email: Email,
    timezone: Timezone,
    max_per_day: nullable(MaxPerDay),
    is_active: IsActive,
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type Host = Static<typeof Host>;

const HostAnswer = strictObject({ success: Success, host: Host });
const params = Type.Object({ id: Uuid() });
const tag = 'Hosts';
const ignoredKeys = ['id', 'created_at', 'updated_at'];

export const listHostsContract = contract({
  operationId: 'listHosts',
  method: 'get',
  path: '/api/public/hosts',
  tag,
  scope: 'meetings:read',
  summary: 'List the hosts, newest first.',
  query: Type.Object({ is_active: Type.Optional(IsActive), ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      hosts: Type.Array(Host, { description: 'One page of hosts, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createHostContract = contract({
  operationId: 'createHost',
  method: 'post',
  path: '/api/public/hosts',
  tag,
  ignoredKeys,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Create a host. A host is a person whom leads can meet.',
  description:
    "A host without availability blocks is offered from Monday to Friday, 09:00 to 17:00 in the host's time " +
    'zone. Bookings at other times succeed with a warning.',
  body: strictObject({
    name: Name,
    email: Email,
    timezone: Timezone,
    max_per_day: optional(MaxPerDay),
    is_active: optional(IsActive),
  }),
  success: { 201: HostAnswer },
  errors: ['INVALID_TIMEZONE'],
});

export const getHostContract = contract({
  operationId: 'getHost',
  method: 'get',
  path: '/api/public/hosts/{id}',
  tag,
  scope: 'meetings:read',
  summary: 'Get a host.',
  params,
  success: {
    200: strictObject({
      success: Success,
      host: Host,
      calendar_connected: Type.Boolean({ description: 'Whether a calendar is connected to the host.' }),
    }),
  },
  errors: ['HOST_NOT_FOUND'],
});

export const updateHostContract = contract({
  operationId: 'updateHost',
  method: 'patch',
  path: '/api/public/hosts/{id}',
  tag,
  ignoredKeys,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: "Update a host. Omitted fields are unchanged, and null clears a field. Booked meetings aren't changed.",
  description: 'With an `If-Match` header (the ETag), the request fails if the host has changed since then.',
  params,
  body: strictObject({
    name: optional(Name),
    email: optional(Email),
    timezone: optional(Timezone),
    max_per_day: Type.Optional(nullable(MaxPerDay)),
    is_active: optional(IsActive),
  }),
  success: { 200: HostAnswer },
  errors: ['PRECONDITION_FAILED', 'HOST_NOT_FOUND', 'INVALID_TIMEZONE'],
});

export const deleteHostContract = contract({
  operationId: 'deleteHost',
  method: 'delete',
  path: '/api/public/hosts/{id}',
  tag,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Delete a host. Fails if the host has upcoming meetings or is the only host of a meeting type.',
  params,
  success: { 204: null },
  errors: ['HOST_NOT_FOUND', 'IN_USE'],
});
