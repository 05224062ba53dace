import type { TProperties } from '@sinclair/typebox';
import {
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

const LINE = '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';
const LOCALE = '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$';
const MAX_DIFFICULTY = 2_000_000;

export const CAPTURE_TYPES = ['text', 'email', 'phone', 'choice'] as const;

/** A text that visitors read: one for all, or one for each language. */
const Words = (maxLength: number, description: string) => {
  const one = Type.String({ minLength: 1, maxLength });
  return Type.Unsafe<string | Record<string, string>>({
    anyOf: [
      one,
      {
        type: 'object',
        minProperties: 1,
        maxProperties: 50,
        patternProperties: { [LOCALE]: one },
        additionalProperties: false,
      },
    ],
    description: `${description} One text, or one for each language: {"en": "Hello", "es": "Hola"}.`,
  });
};
export type Words = string | Record<string, string>;

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: LINE, description: 'What people call it.' });
const Locale = Type.String({ maxLength: 35, pattern: LOCALE, description: 'A language such as `en` or `pt-BR`.' });
const WebAddress = (description: string) =>
  Type.String({ minLength: 9, maxLength: 2_048, pattern: '^https://[^\\s]+$', description });

const theme = {
  primary_color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description: 'The main colour.', examples: ['#1f6feb'] }),
  position: oneOf(['bottom_right', 'bottom_left'] as const, { description: 'The corner it stands in.' }),
  launcher_text: nullable(Words(60, 'What the button says.')),
  avatar_url: nullable(WebAddress('A picture of the agent.')),
};
const captureField = {
  key: Type.String({
    pattern: '^[A-Za-z0-9_]{1,64}$',
    description:
      'A column of leads (`first_name`, `last_name`, `email`, `phone`, `company`), a field of the agent, else a key of ' +
      'the lead’s metadata.',
  }),
  label: Words(200, 'What visitors read.'),
  type: oneOf(CAPTURE_TYPES, { description: 'What is asked for.' }),
  required: Type.Boolean({ description: 'Whether it has to be answered.' }),
  options: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 50,
    description: 'What a `choice` offers.',
  }),
};
const smsConsent = {
  enabled: Type.Boolean({ description: 'Whether consent to text messages is asked for.' }),
  text: nullable(Words(2_000, 'What the visitor agrees to; kept with the consent.')),
};
const pow = {
  required: Type.Boolean({ description: 'Whether turns and forms carry a proof of work.' }),
  base_number: Type.Integer({
    minimum: 1_000,
    maximum: MAX_DIFFICULTY,
    description: 'How far a browser searches at most while nobody is in a hurry; 50,000.',
  }),
};
const telemetry = {
  enabled: Type.Boolean({ description: 'Whether browsers tell how the widget does.' }),
  sample_rate: Type.Number({ minimum: 0, maximum: 1, description: 'The share of browsers that do.' }),
};
const limits = {
  turns_per_day: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Turns a day in all; 2,000.' }),
  tokens_per_day: nullable(
    Type.Integer({
      ...{ minimum: 0, maximum: 1e12 },
      description:
        'Tokens that models read and write on a day (UTC) in its chats; then people answer. 2,000,000 if neither this nor `micros_per_day` is set; null: no limit of its own.',
    }),
  ),
  micros_per_day: nullable(
    Type.Integer({
      ...{ minimum: 0, maximum: 1e12 },
      description: 'What models cost on a day (UTC) in its chats, in millionths of your currency; then people answer.',
    }),
  ),
};

const CaptureField = named(
  'WidgetCaptureField',
  strictObject(captureField, { description: 'A question of the form.' }),
);
const CaptureForm = strictObject(
  {
    enabled: Type.Boolean({ description: 'Whether there is a form.' }),
    lead_creation_on_submit: Type.Boolean({ description: 'Whether what is sent with it becomes a lead.' }),
    sms_consent: strictObject(smsConsent, { description: 'The box for text messages; never ticked beforehand.' }),
    fields: Type.Array(CaptureField, { maxItems: 20, description: 'What it asks.' }),
  },
  { description: 'The form that asks who a visitor is.' },
);

const QuickReplies = Type.Array(Words(80, 'A reply to choose.'), {
  maxItems: 8,
  description: 'Replies to begin with.',
});
const OpeningMessage = Words(1_000, 'What the widget says first; it is shown and not sent.');
const PrivacyUrl = WebAddress('Where the site says what becomes of what is written.');

/** What visitors see and are asked; all of it. */
export const WidgetSettings = strictObject({
  theme: strictObject(theme, { description: 'How it looks.' }),
  opening_message: nullable(OpeningMessage),
  quick_replies: QuickReplies,
  locale: nullable(Locale),
  capture_form: CaptureForm,
  pow: strictObject(pow, { description: 'What it costs a browser to write.' }),
  telemetry: strictObject(telemetry, { description: 'Diagnostics from browsers.' }),
  privacy_url: nullable(PrivacyUrl),
  limits: strictObject(limits, { description: 'How much it takes.' }),
});
export type WidgetSettings = Static<typeof WidgetSettings>;
export type CaptureField = Static<typeof CaptureField>;

const AllowedDomain = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'A host (`www.example.com`), any host below one (`*.example.com`), or `localhost`.',
});
const AllowedDomains = Type.Array(AllowedDomain, {
  maxItems: 100,
  description: 'Where it may stand, over https and the default port; `localhost` over http with any. Empty: nowhere.',
});
const RequestContact = Type.Boolean({
  description: 'Whether any page may create contacts with its key: never for sites that you don’t trust.',
});
const IsActive = Type.Boolean({ description: 'Whether it answers.' });

/** A chat widget, as the API answers it. */
export const Widget = named(
  'Widget',
  strictObject({
    id: Uuid('The widget.'),
    name: Name,
    workflow_id: Uuid('The AI agent that answers.'),
    key: Type.String({ description: 'Its key, svc_pub_...: no secret, pages show it.' }),
    allowed_domains: AllowedDomains,
    request_contact: RequestContact,
    ...WidgetSettings.properties,
    is_active: IsActive,
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

/** Some of an object's properties. */
const partly = <P extends TProperties>(properties: P, description: string) =>
  Type.Partial(strictObject(properties), { additionalProperties: false, description });

/** What can be said of a widget beside its name and agent: parts that aren't said stay as they are. */
const changes = {
  allowed_domains: optional(AllowedDomains),
  request_contact: optional(RequestContact),
  theme: optional(partly(theme, 'How it looks.')),
  opening_message: Type.Optional(nullable(OpeningMessage)),
  quick_replies: optional(QuickReplies),
  locale: Type.Optional(nullable(Locale)),
  capture_form: optional(
    strictObject(
      {
        enabled: optional(CaptureForm.properties.enabled),
        lead_creation_on_submit: optional(CaptureForm.properties.lead_creation_on_submit),
        sms_consent: optional(partly(smsConsent, 'The box for text messages.')),
        fields: optional(
          Type.Array(
            strictObject({
              key: captureField.key,
              label: captureField.label,
              type: optional(captureField.type),
              required: optional(captureField.required),
              options: optional(captureField.options),
            }),
            { maxItems: 20, description: 'What it asks.' },
          ),
        ),
      },
      { description: 'The form that asks who a visitor is.' },
    ),
  ),
  pow: optional(partly(pow, 'What it costs a browser to write.')),
  telemetry: optional(partly(telemetry, 'Diagnostics from browsers.')),
  privacy_url: Type.Optional(nullable(PrivacyUrl)),
  limits: optional(partly(limits, 'How much it takes.')),
  is_active: optional(IsActive),
};
const CreateWidgetBody = strictObject({ name: Name, workflow_id: Uuid('The AI agent that answers.'), ...changes });
const UpdateWidgetBody = strictObject({
  name: optional(Name),
  workflow_id: optional(Uuid('The AI agent that answers.')),
  ...changes,
});
export type CreateWidgetBody = Static<typeof CreateWidgetBody>;
export type UpdateWidgetBody = Static<typeof UpdateWidgetBody>;

const Answer = strictObject({ success: Success, widget: Widget });
const IdentitySecret = Type.String({
  description: 'What your server signs its users with; shown this once and kept encrypted.',
});
const params = Type.Object({ id: Uuid('The widget.') });
const tag = 'Widgets';
const ignoredKeys = ['id', 'key', 'created_at', 'updated_at'];

export const listWidgetsContract = contract({
  operationId: 'listWidgets',
  method: 'get',
  path: '/api/public/widgets',
  tag,
  scope: 'widgets:read',
  summary: 'List the chat widgets, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      widgets: Type.Array(Widget, { description: 'The widgets.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createWidgetContract = contract({
  operationId: 'createWidget',
  method: 'post',
  path: '/api/public/widgets',
  tag,
  ignoredKeys,
  scope: 'widgets:write',
  summary: 'Make a chat widget with a key of its own.',
  body: CreateWidgetBody,
  secretAnswer: true,
  success: { 201: strictObject({ success: Success, widget: Widget, identity_secret: IdentitySecret }) },
  errors: ['WORKFLOW_NOT_FOUND'],
});

export const getWidgetContract = contract({
  operationId: 'getWidget',
  method: 'get',
  path: '/api/public/widgets/{id}',
  tag,
  scope: 'widgets:read',
  summary: 'Get a chat widget.',
  params,
  success: { 200: Answer },
  errors: ['WIDGET_NOT_FOUND'],
});

export const updateWidgetContract = contract({
  operationId: 'updateWidget',
  method: 'patch',
  path: '/api/public/widgets/{id}',
  tag,
  ignoredKeys,
  scope: 'widgets:write',
  summary: 'Change a chat widget: what is left out stays, also within its parts; lists are replaced.',
  params,
  body: UpdateWidgetBody,
  success: { 200: Answer },
  errors: ['WIDGET_NOT_FOUND', 'WORKFLOW_NOT_FOUND'],
});

export const deleteWidgetContract = contract({
  operationId: 'deleteWidget',
  method: 'delete',
  path: '/api/public/widgets/{id}',
  tag,
  scope: 'widgets:write',
  summary: 'Remove a chat widget; its key is refused from its next request on.',
  params,
  success: { 204: null },
  errors: ['WIDGET_NOT_FOUND'],
});

export const regenerateWidgetKeyContract = contract({
  operationId: 'regenerateWidgetKey',
  method: 'post',
  path: '/api/public/widgets/{id}/regenerate-key',
  tag,
  scope: 'widgets:write',
  summary: 'Give a chat widget a new key; the old one is refused from its next request on.',
  params,
  success: { 200: Answer },
  errors: ['WIDGET_NOT_FOUND'],
});

export const regenerateIdentitySecretContract = contract({
  operationId: 'regenerateIdentitySecret',
  method: 'post',
  path: '/api/public/widgets/{id}/regenerate-identity-secret',
  tag,
  scope: 'widgets:write',
  summary: 'Give a chat widget a new identity secret; what was signed with the old one proves nothing any more.',
  params,
  secretAnswer: true,
  success: { 200: strictObject({ success: Success, identity_secret: IdentitySecret }) },
  errors: ['WIDGET_NOT_FOUND'],
});

export const getWidgetTelemetryContract = contract({
  operationId: 'getWidgetTelemetry',
  method: 'get',
  path: '/api/public/widgets/{id}/telemetry',
  tag,
  scope: 'widgets:read',
  summary: 'See what browsers tell of a chat widget: the last 90 days, the latest first.',
  params,
  success: {
    200: strictObject({
      success: Success,
      telemetry: Type.Array(
        strictObject({
          day: Type.String({ format: 'date', description: 'The day, UTC.' }),
          type: Type.String({ description: 'What happened: load, open, error, pow_ms, turn_ms, csp_block.' }),
          code: nullable(Type.String({ description: 'Of an error, where it is one of the widget’s own.' })),
          count: Type.Integer({ description: 'How often.' }),
          average_ms: Type.Integer({ description: 'How long it took on average; 0 for what takes no time.' }),
          max_ms: Type.Integer({ description: 'How long it took at most.' }),
        }),
        { description: 'One for each day, type and code.' },
      ),
    }),
  },
  errors: ['WIDGET_NOT_FOUND'],
});
