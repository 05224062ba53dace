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
    id: Uuid(),
    channel: oneOf(CONVERSATION_CHANNELS),
    workflow_id: Uuid('ID of the agent.'),
    workflow_version: Type.Integer({ description: 'Version of the agent that replies.' }),
    variant: nullable(Type.String({ description: "Key of the agent's variant that replies. Null if none." })),
    workflow_run_id: nullable(Uuid("ID of the lead's run with the agent. Null if the lead has none.")),
    lead_id: nullable(Uuid("ID of the lead. Null for a visitor who isn't a lead.")),
    handler: oneOf(HANDLERS, { description: "Author of replies. Null after the lead's data was erased." }),
    status: oneOf(STATUSES, { description: 'Status of the conversation. A new message reopens it.' }),
    language: Type.String({ description: 'Two-letter language code.' }),
    page: nullable(
      Type.Unsafe<Record<string, unknown>>({ type: 'object', description: 'Page on which the chat started.' }),
    ),
    unanswered: Type.Boolean({ description: 'Whether the lead is waiting for a reply from a user.' }),
    handoff_reason: nullable(Type.String({ description: 'Reason for the last handoff.' })),
    handed_at: nullable(Timestamp('Time of the last handoff.')),
    taken_by: nullable(
      Type.String({
        description: 'User or API key that took over the conversation: `key:<id>` or `user:<id>`. Null if no one has.',
      }),
    ),
    due_at: nullable(Timestamp('Time at which the agent will reply. Null if no reply is pending.')),
    last_inbound_at: nullable(Timestamp('Time of the last message from the lead or visitor.')),
    last_outbound_at: nullable(Timestamp('Time of the last reply.')),
    created_at: Timestamp('Start of the conversation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type Conversation = Static<typeof Conversation>;

const Id = Type.Object({ id: Uuid() });
const answer = { success: Success, conversation: Conversation };
const changed = Type.Boolean({ description: 'Whether the request changed the conversation.' });

export const listConversationsContract = contract({
  operationId: 'listConversations',
  method: 'get',
  path: '/api/public/conversations',
  tag,
  scope: 'conversations:read',
  summary: 'List conversations, newest first.',
  query: Type.Object({
    handler: Type.Optional(oneOf(HANDLERS, { description: 'Returns only conversations with this handler.' })),
    status: Type.Optional(oneOf(STATUSES, { description: 'Returns only open or closed conversations.' })),
    channel: Type.Optional(
      oneOf(CONVERSATION_CHANNELS, { description: 'Returns only conversations on this channel.' }),
    ),
    workflow_id: Type.Optional(Uuid('Returns only conversations of this agent.')),
    lead_id: Type.Optional(Uuid('Returns only conversations with this lead.')),
    unanswered: Type.Optional(
      oneOf(['true', 'false'] as const, {
        description: 'Returns only conversations that wait for a reply from a user.',
      }),
    ),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: "Searches the start of words in the lead's name, email address, company and WhatsApp username.",
      }),
    ),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      conversations: Type.Array(Conversation, { description: 'One page of conversations, newest first.' }),
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
  summary: 'List the messages of a conversation, oldest first.',
  description:
    'Returns the last 50 messages, or up to 50 messages after `after`, and the scheduled messages of a chat.',
  params: Id,
  query: Type.Object({ after: Type.Optional(Uuid()) }),
  success: {
    200: strictObject({
      success: Success,
      messages: Type.Array(ConversationMessage, {
        description: 'Last 50 messages, or up to 50 after `after`, oldest first.',
      }),
      planned: Type.Array(ConversationMessage, {
        description: 'Scheduled messages of a chat, at most 50, earliest first. Once sent, they appear in `messages`.',
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
  summary: 'Send a message to the lead or visitor, and take over the conversation.',
  description:
    'With `send_at`, the conversation is taken over immediately and the message is sent later. Until then, ' +
    'only users of the account see the message, the conversation still counts as waiting, and ' +
    'cancelConversationMessage cancels it.',
  params: Id,
  body: named(
    'WriteInConversation',
    strictObject({
      text: Type.String({ minLength: 1, maxLength: 20_000 }),
      send_at: optional(Type.String({ format: 'date-time', description: 'Earliest time to send the message.' })),
      after_message_id: optional(
        Uuid(
          'ID of the newest message you know. If there are newer ones, the request fails with 409 ' +
            'CONVERSATION_MOVED_ON and lists them in `message_ids`.',
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
  summary: "Cancel a message of a user that isn't sent yet.",
  description:
    "The handler of the conversation doesn't change. Returns 409 NOT_MODIFIABLE if the message is sent or " +
    'being sent.',
  params: Type.Object({
    id: Uuid(),
    message_id: Uuid('ID of the message in the conversation.'),
  }),
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
  summary: 'Take over a conversation from the agent.',
  description:
    "After the response, the agent sends no more messages. Its pending replies are cancelled, and the lead's " +
    'run is taken over too. Only messages in `in_flight` may still be delivered.',
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
  summary: 'Hand a conversation back to the agent.',
  description:
    'The agent replies to messages that no one has answered. The cadence resumes after a day without ' + 'messages.',
  params: Id,
  body: named(
    'GiveBackConversation',
    strictObject({
      answer_unanswered: optional(
        Type.Boolean({
          description: "Whether the agent replies to unanswered messages. Defaults to the agent's setting.",
        }),
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
  summary: 'Close a conversation. The next message reopens it with a new context.',
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
  summary: 'Reopen a closed conversation with its previous context.',
  description:
    "Messages from before the closing count again. If a user has taken over the lead's run, that user " +
    'handles the conversation.',
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
  summary: 'List the turns of the agent, newest first, with their messages, replies and outcomes.',
  params: Id,
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      turns: Type.Array(TurnInShort, { description: 'One page of turns, newest first.' }),
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
  summary: 'Get a turn with its cause, tool calls, decisions and outcome.',
  params: Type.Object({
    id: Uuid(),
    no: Type.String({ description: 'Number of the turn, from 1.' }),
  }),
  success: { 200: strictObject({ success: Success, turn: ConversationTurn }) },
  errors: ['CONVERSATION_NOT_FOUND', 'TURN_NOT_FOUND'],
});
