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
import { REGISTERED_PROVIDERS } from '../connections/connections.js';
import { PushState } from '../connections/push-state.js';
import { contract } from '../contract.js';
import { MANAGERS } from '../roles.js';

const tag = 'Calendars';
const params = Type.Object({ id: Uuid() });
const Ics = Type.String({ description: 'iCalendar (RFC 5545).' });
const ofHost = { tag, path: '/api/public/hosts/{id}/calendar', params } as const;

const PROVIDERS = ['caldav', ...REGISTERED_PROVIDERS] as const;
export type CalendarProviderName = (typeof PROVIDERS)[number];
const STATUSES = ['pending', 'connected', 'incomplete', 'late', 'failed'] as const;

const Url = Type.String({
  minLength: 8,
  maxLength: 1000,
  description: 'URL of the calendar, or of a server that lists it.',
});
const User = Type.String({ minLength: 1, maxLength: 254, description: 'User name for the calendar server.' });

const CalendarId = Type.String({ minLength: 1, maxLength: 1000, description: 'ID of a calendar of the connection.' });
const ConnectionId = Uuid('ID of the connection, for `google` and `microsoft`. It needs the purpose `calendars`.');
const ReadFrom = Type.Array(CalendarId, {
  maxItems: 25,
  description: 'IDs of further calendars of the connection whose busy times block slots.',
});
const provider = oneOf(PROVIDERS, {
  description:
    '`caldav`: a calendar server, with `url`, `user` and `password`. `google` and `microsoft`: calendars of a connection.',
});

const EntryProblem = named(
  'CalendarEntryProblem',
  strictObject({
    href: Type.String({ description: 'URL or ID of the entry on the calendar server.' }),
    uid: nullable(Type.String({ description: "UID of the entry. Null if it is missing or can't be read." })),
    summary: nullable(Type.String({ description: 'Title of the entry. Null if it has none.' })),
    reason: Type.String({ description: "What can't be read." }),
    starts_at: nullable(Timestamp("Start of the entry or its series. Null if it can't be read.")),
    ends_at: nullable(Timestamp('End of the occurrence, as far as it can be read.')),
  }),
);
export type CalendarEntryProblem = Static<typeof EntryProblem>;

/** A host's own calendar as the API answers it. */
export const CalendarConnection = strictObject({
  host_id: Uuid(),
  provider,
  url: nullable(Url),
  user: nullable(User),
  connection_id: nullable(ConnectionId, 'Null for other providers.'),
  write_to: nullable(CalendarId),
  read_from: ReadFrom,
  calendar_url: nullable(
    Type.String({ description: 'URL or ID of the calendar that meetings are written to. Null until it was found.' }),
  ),
  status: oneOf(STATUSES, {
    description:
      "Status of the synchronization. `pending`: not read yet. `incomplete`: some entries can't be read " +
      'completely. `late`: not read for ten minutes. `failed`: the last attempt failed.',
  }),
  error: nullable(Type.String({ description: "Why the calendar can't be read completely." })),
  entries_with_problems: Type.Array(EntryProblem, {
    description: "Entries that can't be read completely, at most 100. The readable part of them is busy.",
  }),
  checked_at: nullable(Timestamp('Time of the last check.')),
  synced_at: nullable(Timestamp('Time of the last synchronization of busy times.')),
  current_at: nullable(Timestamp('When the busy times were last known to be current.')),
  push: nullable(PushState),
  created_at: Timestamp('When the calendar was connected.'),
  updated_at: Timestamp('Time of the last change of the settings.'),
});
export type CalendarConnection = Static<typeof CalendarConnection>;

const CalendarAnswer = strictObject({ success: Success, calendar: CalendarConnection });

export const getHostCalendarContract = contract({
  operationId: 'getHostCalendar',
  method: 'get',
  ...ofHost,
  scope: 'meetings:read',
  summary: 'Get the calendar connection of a host.',
  success: { 200: CalendarAnswer },
  errors: ['HOST_NOT_FOUND', 'CALENDAR_NOT_CONNECTED'],
});

export const connectHostCalendarContract = contract({
  operationId: 'connectHostCalendar',
  method: 'put',
  ...ofHost,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: "Connect a host's calendar, or update the connection.",
  description:
    "Busy times of the calendar block slots, and the host's meetings are written to it. The calendar is " +
    'looked up after the response; check `status` for the result. A different url, user, connection or write_to ' +
    'connects a different calendar: upcoming meetings are written to it, and entries in the old one remain. ' +
    'Sending the same values again rewrites entries that were deleted or moved.',
  ignoredKeys: [
    ...(['host_id', 'calendar_url', 'status', 'error', 'entries_with_problems', 'checked_at', 'synced_at'] as const),
    ...(['current_at', 'push', 'created_at', 'updated_at'] as const),
  ],
  body: strictObject({
    provider,
    url: optional(Url),
    user: optional(User),
    password: optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: "Password or app password. Never returned. Optional if url and user don't change.",
      }),
    ),
    connection_id: optional(ConnectionId),
    write_to: Type.Optional(
      nullable(
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description: 'ID of the calendar that meetings are written to. Defaults to the primary calendar.',
        }),
      ),
    ),
    read_from: optional(ReadFrom),
  }),
  success: { 200: CalendarAnswer },
  errors: ['HOST_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
});

export const disconnectHostCalendarContract = contract({
  operationId: 'disconnectHostCalendar',
  method: 'delete',
  ...ofHost,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: "Disconnect a host's calendar. Its entries remain.",
  success: { 204: null },
  errors: ['HOST_NOT_FOUND', 'CALENDAR_NOT_CONNECTED'],
});

export const getHostFeedContract = contract({
  operationId: 'getHostFeed',
  method: 'get',
  path: '/api/public/hosts/{id}/calendar.ics',
  tag,
  params,
  scope: 'meetings:read',
  summary: "Get a host's meetings as an iCalendar file.",
  description: 'Contains the meetings of the last 30 days and all upcoming ones, at most 1,000.',
  answerType: 'text/calendar',
  success: { 200: Ics },
  errors: ['HOST_NOT_FOUND'],
});

export const getInviteContract = contract({
  operationId: 'getInvite',
  method: 'get',
  path: '/api/public/meetings/{id}/invite.ics',
  tag,
  params: Type.Object({ id: Uuid() }),
  scope: 'meetings:read',
  summary: 'Get the invitation of a meeting as sent to the lead.',
  answerType: 'text/calendar',
  success: { 200: Ics },
  errors: ['MEETING_NOT_FOUND'],
});

export const createCalendarFeedContract = contract({
  operationId: 'createCalendarFeed',
  method: 'post',
  path: '/api/public/hosts/{id}/calendar-feed',
  tag,
  params,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: "Create a secret URL for subscribing to a host's meetings.",
  description: 'The URL requires no key and is shown once. Creating a new one revokes the previous one.',
  body: strictObject({}),
  bodyOptional: true,
  secretAnswer: true,
  success: {
    201: strictObject({
      success: Success,
      feed: strictObject({
        url: Type.String({ description: "The URL. Anyone who has it can read the host's meetings." }),
        created_at: Timestamp('Time of creation.'),
      }),
    }),
  },
  errors: ['HOST_NOT_FOUND'],
});

export const deleteCalendarFeedContract = contract({
  operationId: 'deleteCalendarFeed',
  method: 'delete',
  path: '/api/public/hosts/{id}/calendar-feed',
  tag,
  params,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: "Revoke the secret URL of a host's meetings.",
  success: { 204: null },
  errors: ['HOST_NOT_FOUND'],
});

/** The feed behind its secret address, for calendar programs, which have no key. */
export const readCalendarFeedContract = contract({
  operationId: 'readCalendarFeed',
  method: 'get',
  path: '/calendar/{token}.ics',
  tag,
  auth: 'none',
  lenientQuery: true,
  params: Type.Object({ token: Type.String({ description: 'Secret token of the feed.' }) }),
  summary: "Get a host's meetings by the secret URL.",
  answerType: 'text/calendar',
  success: { 200: Ics, 304: null },
  errors: ['NOT_FOUND'],
});

const AccountCalendar = named(
  'AccountCalendar',
  strictObject({
    id: CalendarId,
    name: Type.String(),
    access: oneOf(['write', 'read', 'busy'] as const, {
      description:
        '`write`: meetings can be written to it. `read`: its events can be read. `busy`: only its busy times can be read.',
    }),
    timezone: nullable(Type.String({ description: 'Time zone of the calendar. Null if the provider has none.' })),
    is_primary: Type.Boolean({ description: 'Whether it is the primary calendar of the account.' }),
  }),
);

export const listConnectionCalendarsContract = contract({
  operationId: 'listConnectionCalendars',
  method: 'get',
  path: '/api/public/connections/{id}/calendars',
  tag,
  params: Type.Object({ id: Uuid() }),
  scope: 'meetings:read',
  summary: 'List the calendars of a connection, the primary one first.',
  description: 'Asks the provider. The connection needs the purpose `calendars`.',
  success: {
    200: strictObject({
      success: Success,
      calendars: Type.Array(AccountCalendar),
    }),
  },
  errors: ['CONNECTION_NOT_FOUND', 'CONNECTION_LACKS_CALENDARS', 'PROVIDER_ERROR'],
});
