import { SimulatedLead } from '../agents/simulation.js';
import { CHANNELS } from '../cadence/cadence.js';
import { WhatsAppComponents, WhatsAppInteractive, WhatsAppMedia } from '../channels/whatsapp-content.js';
import {
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

const Liquid = (maxLength: number, description: string) => optional(Type.String({ maxLength, description }));

const RENDER_ERRORS = [
  ...(['LEAD_NOT_FOUND', 'LEAD_ERASED', 'WORKFLOW_NOT_FOUND'] as const),
  ...(['TEMPLATE_NOT_FOUND', 'INVALID_PHONE', 'INVALID_TIMEZONE'] as const),
] as const;

/** A message from texts that are still being written, and whom it is for. */
const written = {
  channel: oneOf(CHANNELS),
  subject: Liquid(998, 'Subject of an email.'),
  content: Liquid(100_000, 'Text of the message. Supports variables.'),
  html: Liquid(200_000, 'HTML of an email. Values are escaped.'),
  begin_message: Liquid(5000, 'First message of a call.'),
  template_id: optional(Uuid('ID of a stored template that replaces the text.')),
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
  lead_id: optional(Uuid('ID of a lead of the account. Specify this or `lead`.')),
  lead: optional(SimulatedLead),
  workflow_id: optional(Uuid("ID of the workflow that provides the sender and the agent's name.")),
};

export const renderMessageContract = contract({
  operationId: 'renderMessage',
  method: 'post',
  path: '/api/public/messages/render',
  tag: 'Messages',
  scope: 'leads:read',
  summary: 'Preview a message for a lead.',
  description:
    'The message is rendered with Liquid, as in a cadence. Nothing is sent or saved. `errors` lists ' +
    'rendering errors with their lines. A stored template also requires the scope templates:read.',
  body: strictObject(written),
  success: {
    200: strictObject({
      success: Success,
      valid: Type.Boolean({ description: 'Whether the message can be rendered.' }),
      subject: nullable(Text('Subject of an email.')),
      text: nullable(Text('Text of the message. For an email with only HTML, the text that is generated from it.')),
      html: nullable(Text('HTML of an email.')),
      whatsapp: nullable(JsonObject('WhatsApp message in the format of the provider.')),
      reads: Type.Array(Text('Name of a variable.'), {
        description: 'Variables of the message that leads may lack. To count those leads, use GET /leads/lacking.',
      }),
      missing: Type.Array(Text('Name of a variable.'), {
        description: 'Variables of the message that this lead lacks.',
      }),
      warnings: Type.Array(Text('A warning.'), { description: 'Warnings about variables that nothing sets.' }),
      errors: Type.Array(
        strictObject({
          code: Text(),
          field: Text('JSON pointer to the text. Empty for the whole message.'),
          message: Text('Description of the error.'),
          line: nullable(Type.Integer({ description: 'Line, from 1.' })),
          column: nullable(Type.Integer({ description: 'Column, from 1.' })),
        }),
        { description: 'Errors in the templates of the message.' },
      ),
    }),
  },
  errors: [...RENDER_ERRORS],
});

const TestMessage = named(
  'TestMessage',
  strictObject({
    id: Uuid('ID of the test.'),
    to: Text('Your email address, or the given phone number.'),
    email_sender_id: nullable(Uuid('ID of the email sender. Null for other channels, or if the account has none.')),
    whatsapp_number_id: nullable(
      Uuid('ID of the WhatsApp number. Null for other channels, or if the account has none.'),
    ),
    status: oneOf(['queued', 'delivered', 'failed', 'unknown'], {
      description:
        'Status of the test. `delivered`: the mail server or WhatsApp accepted it; WhatsApp may still report ' +
        '`failed` later. `unknown`: the process that sent it died.',
    }),
    failure: nullable(Text("Reason why the message is on hold or wasn't sent.")),
    created_at: Timestamp('Time of the request.'),
  }),
);
export type TestMessage = Static<typeof TestMessage>;

export const sendTestMessageContract = contract({
  operationId: 'sendTestMessage',
  method: 'post',
  path: '/api/internal/messages/test',
  tag: 'Messages',
  auth: 'user',
  scope: 'messages:send',
  summary: 'Send a test message to yourself.',
  description:
    'The message is rendered as in POST /messages/render. Emails are sent to the address you sign in with. ' +
    'WhatsApp messages are sent to the given phone number, because users have none. WhatsApp accepts free ' +
    'text only for 24 hours after a message from that phone, and approved templates at any time. A test ' +
    "isn't a message of a lead: it isn't counted, and its links aren't tracked and don't unsubscribe anyone.",
  body: strictObject({
    ...written,
    channel: oneOf(['email', 'whatsapp']),
    to: optional(Type.String({ minLength: 1, maxLength: 64, description: 'Phone number for a WhatsApp test.' })),
    email_sender_id: optional(
      Uuid("ID of the email sender. Defaults to the workflow's sender, or to the account's first one."),
    ),
    whatsapp_number_id: optional(
      Uuid("ID of the WhatsApp number. Defaults to the workflow's number, or to the account's first one."),
    ),
  }),
  success: { 202: strictObject({ success: Success, test: TestMessage }) },
  errors: [
    ...RENDER_ERRORS,
    ...(['SENDER_NOT_FOUND', 'NUMBER_NOT_FOUND', 'CHANNEL_NOT_CONFIGURED'] as const),
    ...(['WINDOW_CLOSED', 'TEMPLATE_NOT_APPROVED', 'SUPPRESSED'] as const),
  ],
});

export const getTestMessageContract = contract({
  operationId: 'getTestMessage',
  method: 'get',
  path: '/api/internal/messages/test/{id}',
  tag: 'Messages',
  auth: 'user',
  scope: 'messages:send',
  summary: 'Get the status of a test message.',
  params: Type.Object({ id: Uuid('ID of the test.') }),
  success: { 200: strictObject({ success: Success, test: TestMessage }) },
  errors: ['MESSAGE_NOT_FOUND'],
});
