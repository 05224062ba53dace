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

const tag = 'Inbox';

/** The parts of the inbox. An entry is open, snoozed or done; the first four hold open ones. */
export const INBOX_FOLDERS = ['mine', 'unassigned', 'waiting', 'all', 'snoozed', 'done'] as const;
export type InboxFolder = (typeof INBOX_FOLDERS)[number];

const INBOX_CHANNELS = ['email', 'whatsapp', 'chat', 'call'] as const;
const INBOX_STATUSES = ['open', 'snoozed', 'done'] as const;
const PRESENCES = ['viewing', 'writing'] as const;

const Person = strictObject({ id: Uuid('ID of the user.'), name: Text('Name of the lead or visitor.') });

const InboxEntry = named(
  'InboxEntry',
  strictObject({
    id: Uuid("ID of the lead, or of the conversation if the visitor isn't a lead."),
    lead: nullable(
      strictObject(
        { id: Uuid(), name: Text(), company: nullable(Text('Company of the lead.')) },
        { description: "The lead. Null for a visitor who isn't a lead." },
      ),
    ),
    conversation_id: nullable(Uuid("ID of the conversation of a visitor who isn't a lead. Null for entries of leads.")),
    last_message: nullable(
      strictObject(
        {
          id: Uuid(),
          channel: Text('Channel of the message.'),
          direction: oneOf(['inbound', 'outbound'] as const, {
            description: '`inbound` from the lead, `outbound` to the lead.',
          }),
          preview: Text('Start of the text.'),
          status: Text('Status of the message. Chat messages are `received` or `sent`.'),
          at: Timestamp('Time of the message.'),
        },
        { description: 'Newest message in either direction.' },
      ),
    ),
    last_inbound_at: Timestamp('Time of the last message from the lead or visitor. Entries are ordered by this time.'),
    unread: Type.Boolean({ description: 'Whether there are messages that no user has seen.' }),
    waiting_since: nullable(
      Timestamp('Time since which the lead or visitor has waited for a reply. Null if no reply is pending.'),
    ),
    status: oneOf(INBOX_STATUSES, {
      description: 'Status of the entry. A new message opens snoozed and done entries.',
    }),
    snoozed_until: nullable(Timestamp('Time at which a snoozed entry opens again.')),
    assignee: nullable(Person),
    takeover: nullable(
      strictObject(
        {
          workflow_run_id: Uuid('ID of the enrolment.'),
          workflow_id: Uuid('ID of the agent.'),
          workflow_name: Text('Name of the agent.'),
          by: nullable(Text('User or API key that took over.')),
          since: nullable(Timestamp('Start time.')),
        },
        { description: 'The run that a user has taken over. Null if none.' },
      ),
    ),
    whatsapp_window_expires_at: nullable(Timestamp('End of the 24-hour window for free-form WhatsApp messages.')),
    present: Type.Array(
      strictObject({
        user_id: Uuid(),
        name: Text('Name of the user.'),
        state: oneOf(PRESENCES, { description: 'Activity of the user: `viewing`, or `writing` a reply.' }),
      }),
      { description: 'Other users who are viewing the entry or writing a reply.' },
    ),
  }),
);
export type InboxEntry = Static<typeof InboxEntry>;

const filters = {
  channel: Type.Optional(
    oneOf(INBOX_CHANNELS, { description: 'Returns only entries whose last inbound message came on this channel.' }),
  ),
  workflow_id: Type.Optional(Uuid('Returns only entries of this agent.')),
  assignee_id: Type.Optional(Uuid('Returns only entries assigned to this user.')),
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Searches the start of words in name, address, company and WhatsApp username.',
    }),
  ),
};

export const listInboxContract = contract({
  operationId: 'listInbox',
  method: 'get',
  path: '/api/internal/inbox',
  tag,
  auth: 'user',
  scope: 'conversations:read',
  summary: 'List the inbox entries of all channels, most recent first.',
  query: Type.Object({
    folder: Type.Optional(oneOf(INBOX_FOLDERS, { default: 'all' })),
    ...filters,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      entries: Type.Array(InboxEntry, { description: 'One page of inbox entries, newest message first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

const count = (description: string) => Type.Integer({ description });

export const countInboxContract = contract({
  operationId: 'countInbox',
  method: 'get',
  path: '/api/internal/inbox/counts',
  tag,
  auth: 'user',
  scope: 'conversations:read',
  summary: 'Count the entries of each inbox folder.',
  query: Type.Object(filters),
  success: {
    200: strictObject({
      success: Success,
      counts: strictObject({
        mine: count('Open entries assigned to you.'),
        unassigned: count('Open and unassigned entries.'),
        waiting: count('Open entries that wait for a reply.'),
        all: count('Number of open entries.'),
        snoozed: count('Number of snoozed entries.'),
        done: count('Number of entries marked as done.'),
        unread: count('Open entries with unread messages.'),
      }),
    }),
  },
  errors: [],
});

export const countUnreadContract = contract({
  operationId: 'countUnread',
  method: 'get',
  path: '/api/internal/inbox/unread',
  tag,
  auth: 'user',
  scope: 'conversations:read',
  summary: 'Count your unread inbox entries and notifications.',
  description:
    'Counts among the 1,000 most recent leads, the 1,000 most recent visitors and the 100 newest ' + 'notifications.',
  success: {
    200: strictObject({
      success: Success,
      unread: count('Number of unread entries.'),
      notices: count('Number of unread notifications.'),
    }),
  },
  errors: [],
});

const ofEntry = Type.Object({ id: Uuid("ID of the lead, or of the conversation if the visitor isn't a lead.") });

export const getInboxEntryContract = contract({
  operationId: 'getInboxEntry',
  method: 'get',
  path: '/api/internal/inbox/{id}',
  tag,
  auth: 'user',
  scope: 'conversations:read',
  summary: 'Get an inbox entry.',
  params: ofEntry,
  success: { 200: strictObject({ success: Success, entry: InboxEntry }) },
  errors: ['INBOX_ENTRY_NOT_FOUND'],
});

export const updateInboxEntryContract = contract({
  operationId: 'updateInboxEntry',
  method: 'patch',
  path: '/api/internal/inbox/{id}',
  tag,
  auth: 'user',
  scope: 'conversations:write',
  shownBy: ['seen_message_id'],
  summary: 'Assign, snooze or close an inbox entry, or mark it as read.',
  params: ofEntry,
  body: strictObject({
    status: Type.Optional(
      oneOf(INBOX_STATUSES, {
        description: 'Status of the entry. `snoozed` requires `snoozed_until`. A new message opens the entry again.',
      }),
    ),
    snoozed_until: Type.Optional(Timestamp('End of the snooze. Must be in the future.')),
    assignee_id: Type.Optional(nullable(Uuid('ID of the assignee. Null to unassign.'))),
    seen_message_id: Type.Optional(
      nullable(
        Uuid(
          'ID of the newest message that was shown. All messages up to it are marked as read. Null marks all as ' +
            'unread.',
        ),
      ),
    ),
  }),
  success: { 200: strictObject({ success: Success, entry: InboxEntry }) },
  errors: ['INBOX_ENTRY_NOT_FOUND', 'USER_NOT_FOUND', 'MESSAGE_NOT_FOUND'],
});

export const tellPresenceContract = contract({
  operationId: 'tellPresence',
  method: 'post',
  path: '/api/internal/inbox/{id}/presence',
  tag,
  auth: 'user',
  scope: 'conversations:write',
  audited: false,
  summary: 'Report that you are viewing an entry or writing a reply. The report is valid for 30 seconds.',
  params: ofEntry,
  body: strictObject({
    state: oneOf([...PRESENCES, 'gone'] as const, { description: 'Your activity.' }),
  }),
  success: {
    200: strictObject({
      success: Success,
      present: Type.Array(
        strictObject({
          user_id: Uuid(),
          name: Text('Name of the user.'),
          state: oneOf(PRESENCES, { description: 'Activity of the user: `viewing`, or `writing` a reply.' }),
        }),
        { description: 'Other users who are viewing the entry.' },
      ),
    }),
  },
  errors: ['INBOX_ENTRY_NOT_FOUND'],
});
