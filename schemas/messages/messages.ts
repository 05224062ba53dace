import { CHANNELS as SENDING_CHANNELS } from '../cadence/cadence.js';
import { WhatsAppComponents, WhatsAppInteractive, WhatsAppMedia } from '../channels/whatsapp-content.js';
import {
  LINE,
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
    id: Uuid(),
    lead_id: Uuid('ID of the lead that the message is to or from.'),
    workflow_id: nullable(Uuid('ID of the workflow that sent the message. Null if no workflow did.')),
    workflow_run_id: nullable(Uuid('ID of the run that sent the message. Null if no run did.')),
    step_key: nullable(Type.String({ description: 'Key of the cadence step that sent the message.' })),
    visit: nullable(Type.Integer({ description: 'Number of the visit of the step, from 1.' })),
    attempt: nullable(Type.Integer({ description: 'Number of the attempt within the visit, from 1.' })),
    channel: Type.String({ description: CHANNELS.join(', ') }),
    direction: oneOf(DIRECTIONS),
    message_type: Type.String({ description: 'Type of the message, such as text, template, interactive or image.' }),
    status: oneOf(MESSAGE_STATUSES),
    to: nullable(Type.String({ description: 'Address of the recipient.' })),
    subject: nullable(Type.String({ description: 'Subject of an email.' })),
    content: nullable(Type.String({ description: 'Text of the message. Null for a file without a caption.' })),
    html: nullable(Type.String({ description: 'HTML of an email.' })),
    email_sender_id: nullable(
      Uuid('ID of the sender of an email. Null for other channels, and until a sender is chosen.'),
    ),
    whatsapp_number_id: nullable(
      Uuid('ID of the WhatsApp number that sends the message. Null for other channels, and until a number is chosen.'),
    ),
    template_id: nullable(Uuid('ID of the stored template. Null for a message without one.')),
    variant: nullable(Type.String({ description: "Key of the step's variant." })),
    provider: nullable(Type.String()),
    provider_message_id: nullable(
      Type.String({ description: 'ID of the message at the provider. Null until the provider has reported one.' }),
    ),
    in_reply_to: nullable(Uuid('ID of our message that this one replies to. Null if it replies to none.')),
    hold_reason: nullable(Type.String()),
    hold_until: nullable(Timestamp('End of the hold.')),
    settled_by: nullable(
      oneOf(['receipt', 'lookup', 'operator'], { description: 'Resolution of an unknown outcome.' }),
      'Null if the outcome was never unknown, or still is.',
    ),
    failure: nullable(
      strictObject(
        {
          code: Type.String({ description: 'Error code of this service.' }),
          provider_code: nullable(Type.String({ description: 'Error code of the provider.' })),
          retryable: Type.Boolean({ description: 'Whether a retry could succeed.' }),
          message: Type.String({ description: 'Description of the error.' }),
        },
        { description: 'Reason why the message failed.' },
      ),
    ),
    media_url: nullable(Type.String({ description: 'Location of the file: a URL, or a path of this service.' })),
    attachments: Type.Array(
      Type.Object(
        {
          id: nullable(Type.String({ description: 'ID of the file at the provider. Null if it has none there.' })),
          type: Type.String({ description: 'Type of the file: image, video, audio, document or sticker.' }),
          mime_type: nullable(Type.String({ description: 'MIME type, as reported by the provider.' })),
          file_name: nullable(Type.String()),
          url: Type.Optional(nullable(Type.String({ description: 'URL the file was sent from.' }))),
        },
        { description: 'A file of the message, such as an image or a document.' },
      ),
      { description: 'Files of the message.' },
    ),
    buttons: Type.Array(
      strictObject({
        type: Type.String({ description: 'Type of the button: reply, list_row or url.' }),
        text: Type.String({ description: 'Label of the button.' }),
        url: nullable(Type.String()),
      }),
      { description: 'Buttons or list rows of the message.' },
    ),
    reaction: nullable(Type.String()),
    ...MESSAGE_DETAILS,
    late_by_seconds: nullable(Type.Integer({ description: 'Delay of the send, in seconds.' })),
    sent_at: nullable(Timestamp('Time at which the provider accepted the message.')),
    delivered_at: nullable(Timestamp('Time at which the message was delivered.')),
    read_at: nullable(Timestamp('Time at which the message was read.')),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

const MessageAnswer = strictObject({ success: Success, message: Message });
const params = Type.Object({ id: Uuid() });
const tag = 'Messages';

export const listMessagesContract = contract({
  operationId: 'listMessages',
  method: 'get',
  path: '/api/public/messages',
  tag,
  scope: 'messaging:read',
  summary: 'List messages, newest first.',
  query: Type.Object({
    lead_id: Type.Optional(Uuid('Returns only messages of this lead.')),
    workflow_id: Type.Optional(Uuid('Returns only messages of this workflow.')),
    workflow_run_id: Type.Optional(Uuid('Returns only messages of this run.')),
    status: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Comma-separated statuses: ${MESSAGE_STATUSES.join(', ')}.`,
      }),
    ),
    channel: Type.Optional(
      Type.String({ maxLength: 100, description: `Comma-separated channels: ${CHANNELS.join(', ')}.` }),
    ),
    direction: Type.Optional(oneOf(DIRECTIONS, { description: 'Returns only inbound or only outbound messages.' })),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      messages: Type.Array(Message, { description: 'One page of messages, newest first.' }),
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
    "The file is downloaded from WhatsApp on request and isn't stored here. WhatsApp keeps files for a few " +
    'weeks. At most 32 MiB.',
  params,
  deadlineMs: MEDIA_MS + 1_000,
  answerType: '*/*',
  success: { 200: Type.Unsafe<Buffer>({ type: 'string', format: 'binary', description: 'Content of the file.' }) },
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
  summary: 'Cancel a queued or held message.',
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
  summary: 'Resolve a message with an unknown outcome.',
  description:
    '`sent` and `failed` resolve the message, and the cadence continues. `resend` queues the message again, ' +
    'so the lead may receive it twice. Returns 409 if the cadence has ended or moved past the step and ' +
    "wouldn't send the message again.",
  params,
  body: strictObject({
    as: oneOf(['sent', 'failed', 'resend'], { description: 'The outcome, or `resend` to send the message again.' }),
  }),
  success: { 200: MessageAnswer },
  errors: ['MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});

/** The newest message that a writer knows of; where there is a newer one, nothing is sent. */
export const AfterMessage = Uuid(
  'ID of the newest message you know. If there are newer ones, the request fails with 409 ' +
    'CONVERSATION_MOVED_ON and lists them in `message_ids`.',
);

export const sendMessageContract = contract({
  operationId: 'sendMessage',
  method: 'post',
  path: '/api/public/messages',
  tag,
  scope: 'messages:send',
  keyField: 'idempotency_key',
  summary: 'Send a WhatsApp message or an email to a lead, or call the lead.',
  description:
    "Messages are always queued, so the provider's IDs are null until the message is sent. Sending windows, " +
    'caps and a later `send_at` put the message on hold (202, `held`). Permanent problems return 422. Texts ' +
    'are sent unchanged; use a template for variables. A call also requires the scope calls:trigger.',
  body: strictObject({
    lead_id: Uuid('ID of the recipient.'),
    workflow_id: optional(
      Uuid('ID of the workflow whose senders, limits and window apply. The lead needs no run of it.'),
    ),
    channel: oneOf(SENDING_CHANNELS),
    content: optional(
      Type.String({ minLength: 1, maxLength: 100_000, description: 'Text of the message. Supports variables.' }),
    ),
    html: optional(Type.String({ minLength: 1, maxLength: 200_000, description: 'HTML of an email.' })),
    subject: optional(
      Type.String({ minLength: 1, maxLength: 998, pattern: LINE, description: 'Subject of an email.' }),
    ),
    template_id: optional(Uuid('ID of a stored template that replaces the text.')),
    template_name: optional(
      Type.String({ minLength: 1, maxLength: 200, description: 'Name of the template. Requires `language`.' }),
    ),
    language: optional(Type.String({ minLength: 2, maxLength: 16, description: 'Language of `template_name`.' })),
    variables: optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.]{1,64}$' }), Type.String({ maxLength: 2000 }), {
        additionalProperties: false,
        maxProperties: 50,
        description: 'Parameters of a WhatsApp template, by name or position (`1`, `header.1`).',
      }),
    ),
    components: optional(WhatsAppComponents),
    media: optional(WhatsAppMedia),
    interactive: optional(WhatsAppInteractive),
    begin_message: optional(Type.String({ minLength: 1, maxLength: 5000, description: 'First message of a call.' })),
    send_at: optional(Type.String({ format: 'date-time', description: 'Earliest time to send the message.' })),
    respect_window: optional(
      Type.Boolean({ default: false, description: 'Whether to respect the sending window of the workflow.' }),
    ),
    after_message_id: optional(AfterMessage),
    in_reply_to: optional(
      Uuid(
        "ID of the lead's message to reply to. An email continues the thread, with its subject if you don't set " +
          'one.',
      ),
    ),
    idempotency_key: optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Alternative to the Idempotency-Key header.' }),
    ),
  }),
  success: {
    202: strictObject({
      success: Success,
      channel: Type.String(),
      type: oneOf(['text', 'template', 'media', 'interactive'], { description: 'Type of the content.' }),
      message_id: Uuid('ID of the message. To get its status, use GET /messages/{id}.'),
      provider_message_id: nullable(
        Type.String({ description: 'ID of the message at the provider. Null until it is sent.' }),
      ),
      activity_id: nullable(Uuid('ID of the event about the message. Null if there is none.')),
      call_id: nullable(Uuid('ID of the call. Null for other channels.')),
      call_status: nullable(oneOf(['registered'])),
      status: oneOf(['queued', 'held', 'sent']),
      held_by: nullable(Type.String({ description: 'Reason for the hold. Null if the message is not on hold.' })),
      estimated_send_at: nullable(Timestamp('Earliest time of the send. Null if a user must end the hold.')),
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
