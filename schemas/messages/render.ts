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
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

const Text = (description: string) => Type.String({ description });
const Liquid = (maxLength: number, description: string) => optional(Type.String({ maxLength, description }));

const RENDER_ERRORS = [
  ...(['LEAD_NOT_FOUND', 'LEAD_ERASED', 'WORKFLOW_NOT_FOUND'] as const),
  ...(['TEMPLATE_NOT_FOUND', 'INVALID_PHONE', 'INVALID_TIMEZONE'] as const),
] as const;

/** A message from texts that are still being written, and whom it is for. */
const written = {
  channel: oneOf(CHANNELS, { description: 'How it would reach the lead.' }),
  subject: Liquid(998, 'The subject of an e-mail.'),
  content: Liquid(100_000, 'The text.'),
  html: Liquid(200_000, 'The HTML of an e-mail; values are escaped.'),
  begin_message: Liquid(5000, 'The first words of a call.'),
  template_id: optional(Uuid('A stored template instead of a text.')),
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
  lead_id: optional(Uuid('A lead of the account; give this or `lead`.')),
  lead: optional(SimulatedLead),
  workflow_id: optional(Uuid('The workflow it would be sent for: its sender and its name.')),
};

export const renderMessageContract = contract({
  operationId: 'renderMessage',
  method: 'post',
  path: '/api/public/messages/render',
  tag: 'Messages',
  scope: 'leads:read',
  summary: 'Show a message as a lead would get it, from texts that are still being written.',
  description:
    'Rendered as a cadence renders it, with Liquid. Sends and keeps nothing. What can’t be rendered is in `errors`, ' +
    'with its line; a stored template asks for the scope templates:read too.',
  body: strictObject(written),
  success: {
    200: strictObject({
      success: Success,
      valid: Type.Boolean({ description: 'Whether it can be rendered.' }),
      subject: nullable(Text('The subject of an e-mail.')),
      text: nullable(Text('The text; of an e-mail with HTML alone, what is made of it.')),
      html: nullable(Text('The HTML of an e-mail.')),
      whatsapp: nullable(JsonObject('A WhatsApp message in the form its provider takes.')),
      reads: Type.Array(Text('A variable.'), {
        description: 'Variables that are read and that leads may lack: GET /leads/lacking counts those who do.',
      }),
      missing: Type.Array(Text('A variable.'), { description: 'Variables that are read and that this lead has not.' }),
      warnings: Type.Array(Text('A sentence.'), { description: 'Variables that nothing ever fills.' }),
      errors: Type.Array(
        strictObject({
          code: Text('What kind of fault.'),
          field: Text('JSON pointer to the text; empty where it is the whole.'),
          message: Text('What is wrong.'),
          line: nullable(Type.Integer({ description: 'The line, from 1.' })),
          column: nullable(Type.Integer({ description: 'The column, from 1.' })),
        }),
        { description: 'Why it can’t be rendered.' },
      ),
    }),
  },
  errors: [...RENDER_ERRORS],
});

const TestMessage = named(
  'TestMessage',
  strictObject({
    id: Uuid('The test.'),
    to: Text('Your address, or the phone number that you named.'),
    email_sender_id: nullable(Uuid('The e-mail sender it leaves by.')),
    whatsapp_number_id: nullable(Uuid('The WhatsApp number it leaves by.')),
    status: oneOf(['queued', 'delivered', 'failed', 'unknown'], {
      description:
        '`delivered` to the mail server or to WhatsApp, which may report later that it `failed`; `unknown` where the ' +
        'process that sent it died.',
    }),
    failure: nullable(Text('Why it waits, or did not leave.')),
    created_at: Timestamp('When it was asked for.'),
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
  summary: 'Send a message that is still being written to yourself.',
  description:
    'Rendered as POST /messages/render renders it. An e-mail goes to the address you sign in with and nowhere else, a ' +
    'WhatsApp message to the phone number that you name, as users have none. WhatsApp takes free text only for a day ' +
    'after that phone wrote to the number, and approved templates at any time. It is no message of a lead and counts ' +
    'as none; its links track nothing and unsubscribe nobody.',
  body: strictObject({
    ...written,
    channel: oneOf(['email', 'whatsapp'], { description: 'How it reaches you.' }),
    to: optional(Type.String({ minLength: 1, maxLength: 64, description: 'Your phone number, for WhatsApp.' })),
    email_sender_id: optional(Uuid('Who mails it; the workflow’s sender, else the account’s first, if not given.')),
    whatsapp_number_id: optional(Uuid('The number it comes from; found in the same way if not given.')),
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
  summary: 'Tell what became of a test that you have sent.',
  params: Type.Object({ id: Uuid('The test.') }),
  success: { 200: strictObject({ success: Success, test: TestMessage }) },
  errors: ['MESSAGE_NOT_FOUND'],
});
