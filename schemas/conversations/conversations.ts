import {
  InFlight,
  named,
  nullable,
  oneOf,
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
import { CONVERSATION_CHANNELS, ConversationMessage } from './messages.js';
import { ConversationTurn, TurnInShort } from './turns.js';

const tag = 'Conversations';
const HANDLERS = ['agent', 'person', 'nobody'] as const;
const STATUSES = ['open', 'closed'] as const;

const Conversation = named(
  'Conversation',
  strictObject({
    id: Uuid('The conversation.'),
    channel: oneOf(CONVERSATION_CHANNELS, { description: 'Where it is held.' }),
    workflow_id: Uuid('The agent.'),
    workflow_version: Type.Integer({ description: 'The agent’s version that answers.' }),
    variant: nullable(Type.String({ description: 'The agent’s variant that answers, by its key; null without any.' })),
    workflow_run_id: nullable(Uuid('The lead’s enrolment with the agent.')),
    lead_id: nullable(Uuid('The lead; null while a visitor is none.')),
    handler: oneOf(HANDLERS, { description: 'Who answers; nobody once the lead’s data were erased.' }),
    status: oneOf(STATUSES, { description: 'Whether it goes on; who writes opens it again.' }),
    language: Type.String({ description: 'What is spoken, by its two letters.' }),
    page: nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Where a chat began.' })),
    unanswered: Type.Boolean({ description: 'Whether somebody owes the lead an answer, and the agent gives none.' }),
    handoff_reason: nullable(Type.String({ description: 'Why the agent gave it to a person last.' })),
    handed_at: nullable(Timestamp('When a person got it last.')),
    taken_by: nullable(Type.String({ description: 'Who took it: `key:<id>` or `user:<id>`; null while nobody has.' })),
    due_at: nullable(Timestamp('When the agent answers what came in; null where nothing waits.')),
    last_inbound_at: nullable(Timestamp('When the lead or visitor wrote last.')),
    last_outbound_at: nullable(Timestamp('When it was last answered.')),
    created_at: Timestamp('When it began.'),
    updated_at: Timestamp('When it last changed.'),
  }),
);
export type Conversation = Static<typeof Conversation>;

const Id = Type.Object({ id: Uuid('The conversation.') });
const answer = { success: Success, conversation: Conversation };
const changed = Type.Boolean({ description: 'Whether this changed anything.' });

export const listConversationsContract = contract({
  operationId: 'listConversations',
  method: 'get',
  path: '/api/public/conversations',
  tag,
  scope: 'conversations:read',
  summary: 'List conversations, newest first.',
  query: Type.Object({
    handler: Type.Optional(oneOf(HANDLERS, { description: 'Only those that this one answers.' })),
    status: Type.Optional(oneOf(STATUSES, { description: 'Only open or closed ones.' })),
    channel: Type.Optional(oneOf(CONVERSATION_CHANNELS, { description: 'Only those of a channel.' })),
    workflow_id: Type.Optional(Uuid('Only those of an agent.')),
    lead_id: Type.Optional(Uuid('Only those with a lead.')),
    unanswered: Type.Optional(oneOf(['true', 'false'] as const, { description: 'Only those that wait for somebody.' })),
    q: Type.Optional(
      Type.String({
        ...{ minLength: 1, maxLength: 100 },
        description: 'Only those with leads whose name, e-mail address or company begins with each of these words.',
      }),
    ),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      conversations: Type.Array(Conversation, { description: 'The conversations.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const getConversationContract = contract({
  operationId: 'getConversation',
  method: 'get',
  path: '/api/public/conversations/{id}',
  tag,
  scope: 'conversations:read',
  summary: 'Get a conversation.',
  params: Id,
  success: { 200: strictObject(answer) },
  errors: ['CONVERSATION_NOT_FOUND'],
});

export const listConversationMessagesContract = contract({
  operationId: 'listConversationMessages',
  method: 'get',
  path: '/api/public/conversations/{id}/messages',
  tag,
  scope: 'conversations:read',
  summary: 'Read what was said, oldest first.',
  description:
    'The last 50 messages, or up to 50 behind the one that `after` names, and what people have planned to say in a chat.',
  params: Id,
  query: Type.Object({ after: Type.Optional(Uuid('A message of the conversation.')) }),
  success: {
    200: strictObject({
      success: Success,
      messages: Type.Array(ConversationMessage, { description: 'The messages.' }),
      planned: Type.Array(ConversationMessage, {
        description:
          'What is said later in a chat, up to 50, the earliest first: each stands in `messages` once it is said.',
      }),
    }),
  },
  errors: ['CONVERSATION_NOT_FOUND'],
});

export const writeInConversationContract = contract({
  operationId: 'writeInConversation',
  method: 'post',
  path: '/api/public/conversations/{id}/messages',
  tag,
  scope: 'conversations:write',
  summary: 'Write to the lead or visitor as a person, who thereby takes the conversation over.',
  description:
    'With `send_at` the conversation is taken over at once and the words leave then; until then only people of the ' +
    'account see them, whoever waits goes on waiting, and cancelConversationMessage takes them back.',
  params: Id,
  body: named(
    'WriteInConversation',
    strictObject({
      text: Type.String({ minLength: 1, maxLength: 20_000, description: 'What to say.' }),
      send_at: optional(Type.String({ format: 'date-time', description: 'Not before this instant.' })),
      after_message_id: optional(
        Uuid(
          'The newest message of the conversation that you know: 409 CONVERSATION_MOVED_ON with `message_ids` where there are newer ones.',
        ),
      ),
    }),
  ),
  success: { 201: strictObject({ success: Success, message: ConversationMessage, in_flight: InFlight }) },
  errors: [
    'CONVERSATION_NOT_FOUND',
    'LEAD_ERASED',
    'INVALID_DATE',
    'CHANNEL_NOT_CONFIGURED',
    'LEAD_MISSING_PHONE',
    'LEAD_MISSING_EMAIL',
    'LEAD_OPTED_OUT',
    'SUPPRESSED',
    'WINDOW_CLOSED',
    'FREQUENCY_CAPPED',
    'CONVERSATION_MOVED_ON',
  ],
});

const act = strictObject({});

export const cancelConversationMessageContract = contract({
  operationId: 'cancelConversationMessage',
  method: 'post',
  path: '/api/public/conversations/{id}/messages/{message_id}/cancel',
  tag,
  scope: 'conversations:write',
  summary: 'Cancel what a person has written in a conversation and what has not left.',
  description:
    'The conversation stays with whoever has it. 409 NOT_MODIFIABLE where it has left, or leaves at this moment.',
  params: Type.Object({ id: Uuid('The conversation.'), message_id: Uuid('The message in the conversation.') }),
  body: act,
  bodyOptional: true,
  success: { 200: strictObject({ success: Success, message: ConversationMessage }) },
  errors: ['CONVERSATION_NOT_FOUND', 'LEAD_ERASED', 'MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});

export const takeOverConversationContract = contract({
  operationId: 'takeOverConversation',
  method: 'post',
  path: '/api/public/conversations/{id}/take-over',
  tag,
  scope: 'conversations:write',
  summary: 'Take a conversation over from the agent.',
  description:
    'From the answer on the agent says nothing: its answers that wait are cancelled, and the lead’s enrolment is taken ' +
    'over too. Only what `in_flight` names may still leave.',
  params: Id,
  body: act,
  bodyOptional: true,
  success: { 200: strictObject({ ...answer, changed, in_flight: InFlight }) },
  errors: ['CONVERSATION_NOT_FOUND', 'LEAD_ERASED'],
});

export const giveBackConversationContract = contract({
  operationId: 'giveBackConversation',
  method: 'post',
  path: '/api/public/conversations/{id}/give-back',
  tag,
  scope: 'conversations:write',
  summary: 'Give a conversation back to the agent.',
  description: 'What came in meanwhile and nobody has answered is answered now. The cadence goes on after a quiet day.',
  params: Id,
  body: named(
    'GiveBackConversation',
    strictObject({
      answer_unanswered: optional(
        Type.Boolean({ description: 'Whether it answers what nobody has answered; as the agent says if not given.' }),
      ),
    }),
  ),
  bodyOptional: true,
  success: { 200: strictObject({ ...answer, changed }) },
  errors: ['CONVERSATION_NOT_FOUND', 'LEAD_ERASED'],
});

export const closeConversationContract = contract({
  operationId: 'closeConversation',
  method: 'post',
  path: '/api/public/conversations/{id}/close',
  tag,
  scope: 'conversations:write',
  summary: 'Close a conversation; whoever writes next opens it with a new context.',
  params: Id,
  body: act,
  bodyOptional: true,
  success: { 200: strictObject({ ...answer, changed, in_flight: InFlight }) },
  errors: ['CONVERSATION_NOT_FOUND', 'LEAD_ERASED'],
});

export const reopenConversationContract = contract({
  operationId: 'reopenConversation',
  method: 'post',
  path: '/api/public/conversations/{id}/reopen',
  tag,
  scope: 'conversations:write',
  summary: 'Open a conversation again that was closed, where it stood.',
  description: 'What was said before it was closed counts again. A person has it where one has the lead’s enrolment.',
  params: Id,
  body: act,
  bodyOptional: true,
  success: { 200: strictObject({ ...answer, changed }) },
  errors: ['CONVERSATION_NOT_FOUND', 'LEAD_ERASED'],
});

export const listConversationTurnsContract = contract({
  operationId: 'listConversationTurns',
  method: 'get',
  path: '/api/public/conversations/{id}/turns',
  tag,
  scope: 'conversations:read',
  summary: 'List the turns of the agent, newest first: which messages each took and answered, and how it ended.',
  params: Id,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      turns: Type.Array(TurnInShort, { description: 'The turns.' }),
      pagination: Pagination,
    }),
  },
  errors: ['CONVERSATION_NOT_FOUND'],
});

export const getConversationTurnContract = contract({
  operationId: 'getConversationTurn',
  method: 'get',
  path: '/api/public/conversations/{id}/turns/{no}',
  tag,
  scope: 'conversations:read',
  summary: 'Explain a turn: what it came of, what the agent asked for, what was let through, and why it was silent.',
  params: Type.Object({
    id: Uuid('The conversation.'),
    no: Type.String({ description: 'The number of the turn, from 1.' }),
  }),
  success: { 200: strictObject({ success: Success, turn: ConversationTurn }) },
  errors: ['CONVERSATION_NOT_FOUND', 'TURN_NOT_FOUND'],
});
