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

const tag = 'Inbox';

/** The parts of the inbox. An entry is open, snoozed or done; the first four hold open ones. */
export const INBOX_FOLDERS = ['mine', 'unassigned', 'waiting', 'all', 'snoozed', 'done'] as const;
export type InboxFolder = (typeof INBOX_FOLDERS)[number];

const INBOX_CHANNELS = ['email', 'whatsapp', 'chat', 'call'] as const;
const INBOX_STATUSES = ['open', 'snoozed', 'done'] as const;
const PRESENCES = ['viewing', 'writing'] as const;

const Text = (description: string) => Type.String({ description });
const Person = strictObject({ id: Uuid('The user.'), name: Text('What they are called.') });

const InboxEntry = named(
  'InboxEntry',
  strictObject({
    id: Uuid('The lead, or the conversation of a visitor who is no lead.'),
    lead: nullable(
      strictObject(
        { id: Uuid('The lead.'), name: Text('What it is called.'), company: nullable(Text('Where it works.')) },
        { description: 'Who wrote; null for a visitor who is no lead.' },
      ),
    ),
    conversation_id: nullable(Uuid('The conversation of a visitor who is no lead.')),
    last_message: nullable(
      strictObject(
        {
          id: Uuid('The message.'),
          channel: Text('How it came or went.'),
          direction: oneOf(['inbound', 'outbound'] as const, { description: 'Whether it came in or went out.' }),
          preview: Text('How it begins.'),
          status: Text('Its status; chat messages are `received` or `sent`.'),
          at: Timestamp('When it was written.'),
        },
        { description: 'The newest message, whoever wrote it.' },
      ),
    ),
    last_inbound_at: Timestamp('When they wrote last; entries stand in this order.'),
    unread: Type.Boolean({ description: 'Whether they wrote something that nobody has seen here.' }),
    waiting_since: nullable(Timestamp('Since when they wait for an answer; null while nobody owes them one.')),
    status: oneOf(INBOX_STATUSES, { description: 'Whoever writes opens what was snoozed or done.' }),
    snoozed_until: nullable(Timestamp('When a snoozed entry is open again.')),
    assignee: nullable(Person),
    takeover: nullable(
      strictObject(
        {
          workflow_run_id: Uuid('The enrolment.'),
          workflow_id: Uuid('The agent.'),
          workflow_name: Text('What the agent is called.'),
          by: nullable(Text('Who took it over.')),
          since: nullable(Timestamp('Since when.')),
        },
        { description: 'The enrolment that a person has, where one does.' },
      ),
    ),
    whatsapp_window_expires_at: nullable(Timestamp('Until when free text reaches the lead on WhatsApp.')),
    present: Type.Array(
      strictObject({
        user_id: Uuid('The user.'),
        name: Text('What they are called.'),
        state: oneOf(PRESENCES, { description: 'What they do.' }),
      }),
      { description: 'Other users who look at it now, or write.' },
    ),
  }),
);
export type InboxEntry = Static<typeof InboxEntry>;

const filters = {
  channel: Type.Optional(oneOf(INBOX_CHANNELS, { description: 'Only those who wrote last on this channel.' })),
  workflow_id: Type.Optional(Uuid('Only those with this agent.')),
  assignee_id: Type.Optional(Uuid('Only those assigned to this user.')),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words that a name, an address or a company begins with.' }),
  ),
};

export const listInboxContract = contract({
  operationId: 'listInbox',
  method: 'get',
  path: '/api/internal/inbox',
  tag,
  auth: 'user',
  scope: 'conversations:read',
  summary: 'List who wrote on whatever channel, by when they wrote last.',
  query: Type.Object({
    folder: Type.Optional(oneOf(INBOX_FOLDERS, { default: 'all', description: 'Which part of the inbox.' })),
    ...filters,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      entries: Type.Array(InboxEntry, { description: 'The entries.' }),
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
  summary: 'Count what is in each part of the inbox.',
  query: Type.Object(filters),
  success: {
    200: strictObject({
      success: Success,
      counts: strictObject({
        mine: count('Open and assigned to you.'),
        unassigned: count('Open and assigned to nobody.'),
        waiting: count('Open, and somebody waits for an answer.'),
        all: count('Open.'),
        snoozed: count('Put off.'),
        done: count('Closed.'),
        unread: count('Open, with something that nobody has seen.'),
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
  summary: 'Count the open entries with something that nobody has seen, and one’s own unread notices.',
  description: 'Among the thousand leads and the thousand visitors who wrote last, and the hundred newest notices.',
  success: {
    200: strictObject({
      success: Success,
      unread: count('How many entries.'),
      notices: count('How many notices.'),
    }),
  },
  errors: [],
});

const ofEntry = Type.Object({ id: Uuid('The lead, or the conversation of a visitor who is no lead.') });

export const updateInboxEntryContract = contract({
  operationId: 'updateInboxEntry',
  method: 'patch',
  path: '/api/internal/inbox/{id}',
  tag,
  auth: 'user',
  scope: 'conversations:write',
  summary: 'Assign an entry, put it off, close it, or say that it was seen.',
  params: ofEntry,
  body: strictObject({
    status: Type.Optional(
      oneOf(INBOX_STATUSES, { description: '`snoozed` needs `snoozed_until`; whoever writes opens it again.' }),
    ),
    snoozed_until: Type.Optional(Timestamp('Until when it is put off; later than now.')),
    assignee_id: Type.Optional(nullable(Uuid('Whose it is; null: nobody’s.'))),
    seen_message_id: Type.Optional(
      nullable(Uuid('The newest message that was shown: all up to it are seen. Null: nothing is.')),
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
  summary: 'Say that you look at an entry or write an answer; it counts for 30 seconds.',
  params: ofEntry,
  body: strictObject({
    state: oneOf([...PRESENCES, 'gone'] as const, { description: 'What you do.' }),
  }),
  success: {
    200: strictObject({
      success: Success,
      present: Type.Array(
        strictObject({
          user_id: Uuid('The user.'),
          name: Text('What they are called.'),
          state: oneOf(PRESENCES, { description: 'What they do.' }),
        }),
        { description: 'Other users who are there.' },
      ),
    }),
  },
  errors: ['INBOX_ENTRY_NOT_FOUND'],
});
