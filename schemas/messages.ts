import {
  named,
  nullable,
  oneOf,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from './common.js';
import { contract } from './contract.js';

/** Every state of a message. `unknown`: the outcome of its sending could not be learned. */
export const MESSAGE_STATUSES = [
  'held',
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'cancelled',
  'unknown',
  'received',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

const CHANNELS = ['whatsapp', 'email', 'call', 'sms', 'chat'] as const;

/** A message as the API answers it. */
export const Message = named(
  'Message',
  strictObject({
    id: Uuid('The message.'),
    lead_id: Uuid('Whom it goes to or comes from.'),
    workflow_id: nullable(Uuid('The workflow that sent it.')),
    workflow_run_id: nullable(Uuid('The enrolment that sent it.')),
    step_key: nullable(Type.String({ description: 'The cadence step that sent it.' })),
    visit: nullable(Type.Integer({ description: 'Which visit of that step, from 1.' })),
    attempt: nullable(Type.Integer({ description: 'Which attempt within the visit, from 1.' })),
    channel: Type.String({ description: CHANNELS.join(', ') }),
    direction: oneOf(['inbound', 'outbound'], { description: 'From the lead or to the lead.' }),
    message_type: Type.String({ description: 'text, template, or what kind of message came in.' }),
    status: oneOf(MESSAGE_STATUSES, { description: 'How far it is.' }),
    to: nullable(Type.String({ description: 'The address it goes to.' })),
    subject: nullable(Type.String({ description: 'Subject of an e-mail.' })),
    content: nullable(Type.String({ description: 'The text.' })),
    html: nullable(Type.String({ description: 'The HTML part of an e-mail.' })),
    email_sender_id: nullable(Uuid('The sender it leaves through.')),
    template_id: nullable(Uuid('The template it was made from.')),
    variant: nullable(Type.String({ description: 'The variant of the step it was made from.' })),
    provider: nullable(Type.String({ description: 'Who carries it.' })),
    provider_message_id: nullable(Type.String({ description: "The provider's own id." })),
    in_reply_to: nullable(Uuid('The message of ours that it answers.')),
    hold_reason: nullable(Type.String({ description: 'What keeps a held message.' })),
    hold_until: nullable(Timestamp('Until when.')),
    settled_by: nullable(
      oneOf(['receipt', 'lookup', 'operator'], { description: 'What settled an outcome that was unknown.' }),
    ),
    failure: nullable(
      strictObject(
        {
          code: Type.String({ description: 'Our own code.' }),
          provider_code: nullable(Type.String({ description: "The provider's code." })),
          retryable: Type.Boolean({ description: 'Whether sending it again could help.' }),
          message: Type.String({ description: 'What went wrong.' }),
        },
        { description: 'Why it failed.' },
      ),
    ),
    late_by_seconds: nullable(Type.Integer({ description: 'How late it was sent.' })),
    sent_at: nullable(Timestamp('When the provider took it.')),
    delivered_at: nullable(Timestamp('When it arrived.')),
    read_at: nullable(Timestamp('When it was opened.')),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it last changed.'),
  }),
);

const MessageAnswer = strictObject({ success: Success, message: Message });
const params = Type.Object({ id: Uuid('The message.') });
const tag = 'Messages';

export const listMessages = contract({
  operationId: 'listMessages',
  method: 'get',
  path: '/api/public/messages',
  tag,
  scope: 'messaging:read',
  summary: 'List messages, newest first.',
  query: Type.Object({
    lead_id: Type.Optional(Uuid('Only messages of this lead.')),
    workflow_id: Type.Optional(Uuid('Only messages of this workflow.')),
    workflow_run_id: Type.Optional(Uuid('Only messages of this enrolment.')),
    status: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Only these states, comma-separated: ${MESSAGE_STATUSES.join(', ')}.`,
      }),
    ),
    channel: Type.Optional(
      Type.String({ maxLength: 100, description: `Only these channels, comma-separated: ${CHANNELS.join(', ')}.` }),
    ),
    direction: Type.Optional(oneOf(['inbound', 'outbound'], { description: 'Only from, or only to, the leads.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      messages: Type.Array(Message, { description: 'The messages.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

/** The words the comma-separated filters of the list take. */
export const MESSAGE_FILTERS = { status: MESSAGE_STATUSES, channel: CHANNELS } as const;

export const getMessage = contract({
  operationId: 'getMessage',
  method: 'get',
  path: '/api/public/messages/{id}',
  tag,
  scope: 'messaging:read',
  summary: 'Get a message.',
  params,
  success: { 200: MessageAnswer },
  errors: ['MESSAGE_NOT_FOUND'],
});

export const cancelMessage = contract({
  operationId: 'cancelMessage',
  method: 'post',
  path: '/api/public/messages/{id}/cancel',
  tag,
  scope: 'messages:send',
  summary: 'Cancel a message that has not left: queued or held.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 200: MessageAnswer },
  errors: ['MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});

export const resolveMessage = contract({
  operationId: 'resolveMessage',
  method: 'post',
  path: '/api/public/messages/{id}/resolve',
  tag,
  scope: 'messages:send',
  summary: 'Say what became of a message whose outcome is unknown.',
  description:
    '`sent` and `failed` settle it and the cadence goes on; `resend` queues it again, so the lead may get it twice.',
  params,
  body: strictObject({
    as: oneOf(['sent', 'failed', 'resend'], { description: 'What became of it, or to send it once more.' }),
  }),
  success: { 200: MessageAnswer },
  errors: ['MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});
