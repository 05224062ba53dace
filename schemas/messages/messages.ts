import { CHANNELS as SENDING_CHANNELS } from '../cadence/cadence.js';
import { WhatsAppComponents, WhatsAppInteractive, WhatsAppMedia } from '../channels/whatsapp-content.js';
import {
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Included, IncludeQuery } from '../included.js';
import { MESSAGE_DETAILS } from '../message-details.js';
import { MESSAGE_STATUSES } from '../message-statuses.js';

export const DIRECTIONS = ['inbound', 'outbound'] as const;
export type Direction = (typeof DIRECTIONS)[number];

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
    direction: oneOf(DIRECTIONS, { description: 'From the lead or to the lead.' }),
    message_type: Type.String({ description: 'text, template, interactive, image and the like.' }),
    status: oneOf(MESSAGE_STATUSES, { description: 'How far it is.' }),
    to: nullable(Type.String({ description: 'The address it goes to.' })),
    subject: nullable(Type.String({ description: 'Subject of an e-mail.' })),
    content: nullable(Type.String({ description: 'The text.' })),
    html: nullable(Type.String({ description: 'The HTML part of an e-mail.' })),
    email_sender_id: nullable(Uuid('The sender an e-mail leaves through.')),
    whatsapp_number_id: nullable(Uuid('The number a WhatsApp message leaves from.')),
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
    media_url: nullable(Type.String({ description: 'Where its file is: an address, or a path of this service.' })),
    attachments: Type.Array(
      Type.Object(
        {
          id: nullable(Type.String({ description: "The provider's id of it." })),
          type: Type.String({ description: 'image, video, audio, document or sticker.' }),
          mime_type: nullable(Type.String({ description: 'Its kind, as the provider says.' })),
          file_name: nullable(Type.String({ description: 'Its name.' })),
          url: Type.Optional(nullable(Type.String({ description: 'Where it was sent from.' }))),
        },
        { description: 'A file.' },
      ),
      { description: 'Its files.' },
    ),
    buttons: Type.Array(
      strictObject({
        type: Type.String({ description: 'What it does: reply, list_row or url.' }),
        text: Type.String({ description: 'What it says.' }),
        url: nullable(Type.String({ description: 'Where it leads.' })),
      }),
      { description: 'Its buttons, or the rows of its list.' },
    ),
    reaction: nullable(Type.String({ description: 'The reaction to it.' })),
    ...MESSAGE_DETAILS,
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

export const listMessagesContract = contract({
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
    direction: Type.Optional(oneOf(DIRECTIONS, { description: 'Only from, or only to, the leads.' })),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      messages: Type.Array(Message, { description: 'The messages.' }),
      included: Included,
      pagination: Pagination,
    }),
  },
  errors: [],
});

/** The words the comma-separated filters of the list take. */
export const MESSAGE_FILTERS = { status: MESSAGE_STATUSES, channel: CHANNELS } as const;

export const getMessageContract = contract({
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

/** The largest file that is handed on, and how long fetching it may take. */
export const MEDIA_MAX_BYTES = 32 * 1024 * 1024;
export const MEDIA_MS = 20_000;

export const getMessageMediaContract = contract({
  operationId: 'getMessageMedia',
  method: 'get',
  path: '/api/public/messages/{id}/media',
  tag,
  scope: 'messaging:read',
  summary: 'Download the file of a WhatsApp message.',
  description:
    'Fetched from WhatsApp when it is asked for and not stored here; WhatsApp keeps files for some weeks. At most 32 MiB.',
  params,
  deadlineMs: MEDIA_MS + 1_000,
  answerType: '*/*',
  success: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'The file.' }) },
  errors: [
    'MESSAGE_NOT_FOUND',
    'MEDIA_NOT_FOUND',
    'CHANNEL_NOT_CONFIGURED',
    'MEDIA_TOO_LARGE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
  ],
});

export const cancelMessageContract = contract({
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

export const resolveMessageContract = contract({
  operationId: 'resolveMessage',
  method: 'post',
  path: '/api/public/messages/{id}/resolve',
  tag,
  scope: 'messages:send',
  summary: 'Say what became of a message whose outcome is unknown.',
  description:
    '`sent` and `failed` settle it and the cadence goes on; `resend` queues it again, so the lead may get it twice. 409 where its cadence has ended or gone on: then nothing sends it again.',
  params,
  body: strictObject({
    as: oneOf(['sent', 'failed', 'resend'], { description: 'What became of it, or to send it once more.' }),
  }),
  success: { 200: MessageAnswer },
  errors: ['MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});

const Line = '^[^\\x00-\\x1f\\x7f]*$';

/** The newest message that a writer knows of; where there is a newer one, nothing is sent. */
export const AfterMessage = Uuid(
  'The newest message to or from the lead that you know: 409 CONVERSATION_MOVED_ON with `message_ids` where there are newer ones.',
);

export const sendMessageContract = contract({
  operationId: 'sendMessage',
  method: 'post',
  path: '/api/public/messages',
  tag,
  scope: 'messages:send',
  keyField: 'idempotency_key',
  summary: 'Send a WhatsApp message or an e-mail to a lead, or have it called.',
  description:
    'Always queued: the ids of the provider are null until it left. Windows, caps and a later `send_at` hold it (202, `held`); what will not heal is 422. Texts go out as they are; what varies belongs into a template. A call needs the scope calls:trigger too.',
  body: strictObject({
    lead_id: Uuid('Whom it goes to.'),
    workflow_id: optional(
      Uuid('The workflow it is sent for: its senders, limits and window count. The lead needs no run of it.'),
    ),
    channel: oneOf(SENDING_CHANNELS, { description: 'How.' }),
    content: optional(Type.String({ minLength: 1, maxLength: 100_000, description: 'The text.' })),
    html: optional(Type.String({ minLength: 1, maxLength: 200_000, description: 'The HTML of an e-mail.' })),
    subject: optional(
      Type.String({ minLength: 1, maxLength: 998, pattern: Line, description: 'The subject of an e-mail.' }),
    ),
    template_id: optional(Uuid('A stored template instead of a text.')),
    template_name: optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'The template by its name, with `language`.' }),
    ),
    language: optional(Type.String({ minLength: 2, maxLength: 16, description: 'The language of `template_name`.' })),
    variables: optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.]{1,64}$' }), Type.String({ maxLength: 2000 }), {
        additionalProperties: false,
        maxProperties: 50,
        description: 'What fills a WhatsApp template, by name or place (`1`, `header.1`).',
      }),
    ),
    components: optional(WhatsAppComponents),
    media: optional(WhatsAppMedia),
    interactive: optional(WhatsAppInteractive),
    begin_message: optional(Type.String({ minLength: 1, maxLength: 5000, description: 'The first words of a call.' })),
    send_at: optional(Type.String({ format: 'date-time', description: 'Not before this instant.' })),
    respect_window: optional(
      Type.Boolean({ default: false, description: 'Whether it waits for the window of the workflow.' }),
    ),
    after_message_id: optional(AfterMessage),
    in_reply_to: optional(
      Uuid(
        'The message of the lead that it answers. An e-mail continues its thread, under its subject if none is given.',
      ),
    ),
    idempotency_key: optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'The same as the Idempotency-Key header.' }),
    ),
  }),
  success: {
    202: strictObject({
      success: Success,
      channel: Type.String({ description: 'How it is sent.' }),
      type: oneOf(['text', 'template', 'media', 'interactive'], { description: 'What it is made of.' }),
      message_id: Uuid('The message: GET /messages/{id} tells what becomes of it.'),
      provider_message_id: nullable(Type.String({ description: "The provider's id; null until it left." })),
      activity_id: nullable(Uuid('The event that tells of it.')),
      call_id: nullable(Uuid('The call, on the channel call.')),
      call_status: nullable(oneOf(['registered'], { description: 'How far a call is.' })),
      status: oneOf(['queued', 'held', 'sent'], { description: 'How far it is.' }),
      held_by: nullable(Type.String({ description: 'What holds it.' })),
      estimated_send_at: nullable(
        Timestamp('When it can leave at the earliest; null while only somebody’s act ends a hold.'),
      ),
    }),
  },
  errors: [
    'LEAD_NOT_FOUND',
    'LEAD_ERASED',
    'WORKFLOW_NOT_FOUND',
    'TEMPLATE_NOT_FOUND',
    'INVALID_DATE',
    'CHANNEL_NOT_CONFIGURED',
    'LEAD_MISSING_PHONE',
    'LEAD_MISSING_EMAIL',
    'LEAD_OPTED_OUT',
    'SUPPRESSED',
    'WINDOW_CLOSED',
    'TEMPLATE_NOT_APPROVED',
    'TEMPLATE_VARIABLES_MISMATCH',
    'FREQUENCY_CAPPED',
    'CONVERSATION_MOVED_ON',
    'MESSAGE_NOT_FOUND',
  ],
});
