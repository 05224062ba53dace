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

const tag = 'Calendars';
const params = Type.Object({ id: Uuid('The host.') });
const Ics = Type.String({ description: 'iCalendar (RFC 5545).' });
const ofHost = { tag, path: '/api/public/hosts/{id}/calendar', params } as const;

const PROVIDERS = ['caldav'] as const;
export type CalendarProviderName = (typeof PROVIDERS)[number];
const STATUSES = ['pending', 'connected', 'incomplete', 'late', 'failed'] as const;

const Url = Type.String({
  minLength: 8,
  maxLength: 1000,
  description: 'Address of the calendar, or of a server that tells where it is.',
});
const User = Type.String({ minLength: 1, maxLength: 254, description: 'User name at that server.' });

const EntryProblem = named(
  'CalendarEntryProblem',
  strictObject({
    href: Type.String({ description: 'Address of the entry on the calendar’s server.' }),
    uid: nullable(Type.String({ description: 'Its UID; null where it has none, or none can be read.' })),
    summary: nullable(Type.String({ description: 'Its title; null without one.' })),
    reason: Type.String({ description: 'What can’t be read of it.' }),
    starts_at: nullable(Timestamp('When it begins, or its series does; null where that can’t be read.')),
    ends_at: nullable(Timestamp('When that occurrence ends, by what can be read of it.')),
  }),
);
export type CalendarEntryProblem = Static<typeof EntryProblem>;

/** A host's own calendar as the API answers it. */
export const CalendarConnection = strictObject({
  host_id: Uuid('The host.'),
  provider: oneOf(PROVIDERS, { description: 'How it is spoken to.' }),
  url: Url,
  user: User,
  calendar_url: nullable(Type.String({ description: 'The calendar that was found there.' })),
  status: oneOf(STATUSES, {
    description:
      '`pending` until it is read for the first time. `incomplete`: some of its entries can’t be read, or not in whole. `late`: it hasn’t been read for ten minutes. `failed`: the last attempt failed.',
  }),
  error: nullable(Type.String({ description: 'Why it can’t be read, or not in whole.' })),
  entries_with_problems: Type.Array(EntryProblem, {
    description: 'Entries that can’t be read, or not in whole, at most 100. What can be read of them is busy.',
  }),
  checked_at: nullable(Timestamp('When it was asked last.')),
  synced_at: nullable(Timestamp('When its busy times were mirrored last.')),
  current_at: nullable(Timestamp('When the mirrored busy times were last known to be those of the calendar.')),
  created_at: Timestamp('When it was connected.'),
  updated_at: Timestamp('When its settings were changed last.'),
});
export type CalendarConnection = Static<typeof CalendarConnection>;

const CalendarAnswer = strictObject({ success: Success, calendar: CalendarConnection });

export const getHostCalendarContract = contract({
  operationId: 'getHostCalendar',
  method: 'get',
  ...ofHost,
  scope: 'meetings:read',
  summary: 'See how a host’s own calendar is connected.',
  success: { 200: CalendarAnswer },
  errors: ['HOST_NOT_FOUND', 'CALENDAR_NOT_CONNECTED'],
});

export const connectHostCalendarContract = contract({
  operationId: 'connectHostCalendar',
  method: 'put',
  ...ofHost,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Connect a host’s own calendar, or change how.',
  description:
    'Its busy times then keep slots from being offered, and the host’s meetings are written into it. The calendar is looked for right after the answer; `status` tells what came of it. Another url or user is another calendar: what lies ahead is written into it, and what stands in the old one stays there. The same ones again have entries that were deleted or moved there written anew.',
  ignoredKeys: [
    ...(['host_id', 'calendar_url', 'status', 'error', 'entries_with_problems', 'checked_at', 'synced_at'] as const),
    ...(['current_at', 'created_at', 'updated_at'] as const),
  ],
  body: strictObject({
    provider: oneOf(PROVIDERS, { description: 'How it is spoken to.' }),
    url: Url,
    user: User,
    password: optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'Password or app password; never answered. May be left out while url and user stay the same.',
      }),
    ),
  }),
  success: { 200: CalendarAnswer },
  errors: ['HOST_NOT_FOUND'],
});

export const disconnectHostCalendarContract = contract({
  operationId: 'disconnectHostCalendar',
  method: 'delete',
  ...ofHost,
  scope: 'meetings:write',
  roles: MANAGERS,
  summary: 'Disconnect a host’s own calendar. What was written into it stays there.',
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
  summary: 'Get a host’s meetings as a calendar.',
  description: 'Those of the last 30 days and all that lie ahead, up to 1,000.',
  answerType: 'text/calendar',
  success: { 200: Ics },
  errors: ['HOST_NOT_FOUND'],
});

export const getInviteContract = contract({
  operationId: 'getInvite',
  method: 'get',
  path: '/api/public/meetings/{id}/invite.ics',
  tag,
  params: Type.Object({ id: Uuid('The meeting.') }),
  scope: 'meetings:read',
  summary: 'Get a meeting’s invitation, as the lead’s mail program got it.',
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
  summary: 'Make a secret address at which calendar programs can subscribe to a host’s meetings.',
  description: 'It needs no key and is shown once. Making another one ends the one before.',
  body: strictObject({}),
  bodyOptional: true,
  secretAnswer: true,
  success: {
    201: strictObject({
      success: Success,
      feed: strictObject({
        url: Type.String({ description: 'The address; whoever has it can read the host’s meetings.' }),
        created_at: Timestamp('When it was made.'),
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
  summary: 'End the secret address of a host’s meetings.',
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
  params: Type.Object({ token: Type.String({ description: 'The secret of the feed.' }) }),
  summary: 'Read a host’s meetings by their secret address.',
  answerType: 'text/calendar',
  success: { 200: Ics, 304: null },
  errors: ['NOT_FOUND'],
});
