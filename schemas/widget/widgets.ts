import type { TProperties } from '@sinclair/typebox';
import {
  described,
  named,
  nameText,
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
    description: `${description} Either one text, or one per language: {"en": "Hello", "es": "Hola"}.`,
  });
};
export type Words = string | Record<string, string>;

const Name = nameText();
const Locale = Type.String({ maxLength: 35, pattern: LOCALE, description: 'Language, such as `en` or `pt-BR`.' });
const WebAddress = (description?: string) =>
  Type.String({ minLength: 9, maxLength: 2_048, pattern: '^https://[^\\s]+$', ...described(description) });

const theme = {
  primary_color: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#1f6feb'] }),
  position: oneOf(['bottom_right', 'bottom_left'] as const, { description: 'Corner of the screen.' }),
  launcher_text: nullable(Words(60, 'Text of the launcher button.')),
  avatar_url: nullable(WebAddress()),
};
const captureField = {
  key: Type.String({
    pattern: '^[A-Za-z0-9_]{1,64}$',
    description:
      'Key of the field: a field of leads (`first_name`, `last_name`, `email`, `phone`, `company`), a field of ' +
      "the agent, or a key of the lead's metadata.",
  }),
  label: Words(200, 'Texts for visitors.'),
  type: oneOf(CAPTURE_TYPES),
  required: Type.Boolean({ description: 'Whether the field is required.' }),
  options: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
    maxItems: 50,
    description: 'Options of a `choice` field.',
  }),
};
const smsConsent = {
  enabled: Type.Boolean({ description: 'Whether the form asks for consent to text messages.' }),
  text: nullable(Words(2_000, 'Consent text. It is stored with the consent.')),
};
const pow = {
  required: Type.Boolean({ description: 'Whether messages and forms require a proof of work.' }),
  base_number: Type.Integer({
    minimum: 1_000,
    maximum: MAX_DIFFICULTY,
    description: 'Difficulty: the maximum number of hashes a browser computes at low load. Defaults to 50,000.',
  }),
};
const telemetry = {
  enabled: Type.Boolean({ description: 'Whether browsers send telemetry.' }),
  sample_rate: Type.Number({ minimum: 0, maximum: 1, description: 'Share of browsers that send telemetry.' }),
};
const limits = {
  turns_per_day: Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    description: 'Maximum number of messages per day. Defaults to 2,000.',
  }),
  tokens_per_day: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 1e12,
      description:
        'Maximum number of model tokens per day (UTC) in its chats. When it is used up, conversations are handed ' +
        "off. Defaults to 2,000,000 if `micros_per_day` isn't set. Null for no limit.",
    }),
  ),
  micros_per_day: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 1e12,
      description:
        'Maximum model cost per day (UTC) in its chats, in millionths of your currency. When it is used up, ' +
        'conversations are handed off.',
    }),
  ),
};

const CaptureField = named('WidgetCaptureField', strictObject(captureField, { description: 'A field of the form.' }));
const CaptureForm = strictObject(
  {
    enabled: Type.Boolean({ description: 'Whether the form is enabled.' }),
    lead_creation_on_submit: Type.Boolean({ description: 'Whether submitting the form creates a lead.' }),
    sms_consent: strictObject(smsConsent, { description: 'Consent checkbox for text messages. Never preselected.' }),
    fields: Type.Array(CaptureField, { maxItems: 20 }),
  },
  { description: 'Contact form of the widget.' },
);

const QuickReplies = Type.Array(Words(80, 'A suggested reply.'), {
  maxItems: 8,
  description: 'Suggested first replies.',
});
const OpeningMessage = Words(1_000, 'Opening message of the widget. It is displayed but not sent.');
const PrivacyUrl = WebAddress('URL of the privacy policy.');

/** All settings of a widget: its texts, its form and its behavior. */
export const WidgetSettings = strictObject({
  theme: strictObject(theme, { description: 'Appearance of the widget.' }),
  opening_message: nullable(OpeningMessage),
  quick_replies: QuickReplies,
  locale: nullable(Locale),
  capture_form: CaptureForm,
  pow: strictObject(pow, { description: 'Proof-of-work settings.' }),
  telemetry: strictObject(telemetry, { description: 'Settings for browser metrics.' }),
  privacy_url: nullable(PrivacyUrl),
  limits: strictObject(limits),
});
export type WidgetSettings = Static<typeof WidgetSettings>;
export type CaptureField = Static<typeof CaptureField>;

const AllowedDomain = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'A host (`www.example.com`), all subdomains of a host (`*.example.com`), or `localhost`.',
});
const AllowedDomains = Type.Array(AllowedDomain, {
  maxItems: 100,
  description:
    'Domains that can embed the widget, over https and the default port. `localhost` is allowed over http ' +
    'with any port. Empty allows none.',
});
const RequestContact = Type.Boolean({
  description:
    "Whether web pages can create contacts with the widget's key. Don't turn this on for sites that you " +
    "don't trust.",
});
const ContactConfirmation = oneOf(['none', 'email'] as const, {
  description:
    'How addresses that visitors type, on pages and in forms, are confirmed. With `email`, the default for new ' +
    'widgets, the address receives ' +
    'one email with a link, and automation contacts the lead only on channels that it opted in to: email by the ' +
    'link, WhatsApp by writing first. With `none`, the lead is contacted like any other lead.',
});
const IsActive = Type.Boolean({ description: 'Whether the widget is turned on.' });

/** A chat widget, as the API answers it. */
export const Widget = named(
  'Widget',
  strictObject({
    id: Uuid(),
    name: Name,
    workflow_id: Uuid('ID of the agent that replies.'),
    key: Type.String({ description: "Public key of the widget, svc_pub_.... It isn't secret." }),
    allowed_domains: AllowedDomains,
    request_contact: RequestContact,
    contact_confirmation: ContactConfirmation,
    ...WidgetSettings.properties,
    is_active: IsActive,
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

/** Some of an object's properties. */
const partly = <P extends TProperties>(properties: P, description: string) =>
  Type.Partial(strictObject(properties), { additionalProperties: false, description });

/** The settings of a widget in addition to its name and agent. Omitted settings stay unchanged. */
const changes = {
  allowed_domains: optional(AllowedDomains),
  request_contact: optional(RequestContact),
  contact_confirmation: optional(ContactConfirmation),
  theme: optional(partly(theme, 'Appearance of the widget.')),
  opening_message: Type.Optional(nullable(OpeningMessage)),
  quick_replies: optional(QuickReplies),
  locale: Type.Optional(nullable(Locale)),
  capture_form: optional(
    strictObject(
      {
        enabled: optional(CaptureForm.properties.enabled),
        lead_creation_on_submit: optional(CaptureForm.properties.lead_creation_on_submit),
        sms_consent: optional(partly(smsConsent, 'Consent checkbox for text messages.')),
        fields: optional(
          Type.Array(
            strictObject({
              key: captureField.key,
              label: captureField.label,
              type: optional(captureField.type),
              required: optional(captureField.required),
              options: optional(captureField.options),
            }),
            { maxItems: 20 },
          ),
        ),
      },
      { description: 'Contact form of the widget.' },
    ),
  ),
  pow: optional(partly(pow, 'Proof-of-work settings.')),
  telemetry: optional(partly(telemetry, 'Settings for browser metrics.')),
  privacy_url: Type.Optional(nullable(PrivacyUrl)),
  limits: optional(partly(limits, 'Limits that protect the widget from abuse.')),
  is_active: optional(IsActive),
};
const CreateWidgetBody = strictObject({ name: Name, workflow_id: Uuid('ID of the agent that replies.'), ...changes });
const UpdateWidgetBody = strictObject({
  name: optional(Name),
  workflow_id: optional(Uuid('ID of the agent that replies.')),
  ...changes,
});
export type CreateWidgetBody = Static<typeof CreateWidgetBody>;
export type UpdateWidgetBody = Static<typeof UpdateWidgetBody>;

const Answer = strictObject({ success: Success, widget: Widget });
const IdentitySecret = Type.String({
  description: 'Secret that your server signs user identities with. It is encrypted and shown only once.',
});
const params = Type.Object({ id: Uuid() });
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
      widgets: Type.Array(Widget, { description: 'One page of widgets, newest first.' }),
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
  summary: 'Create a chat widget with its own key.',
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
  summary: 'Update a chat widget. Omitted fields are unchanged, also within nested objects. Lists are replaced.',
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
  summary: 'Delete a chat widget. Its key is revoked immediately.',
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
  summary: 'Replace the key of a chat widget. The old key is revoked immediately.',
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
  summary: 'Replace the identity secret of a chat widget. Existing signatures become invalid.',
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
  summary: 'Get the telemetry of a chat widget for the last 90 days, latest first.',
  params,
  success: {
    200: strictObject({
      success: Success,
      telemetry: Type.Array(
        strictObject({
          day: Type.String({ format: 'date', description: 'Day (UTC).' }),
          type: Type.String({ description: 'Event type: load, open, error, pow_ms, turn_ms, csp_block.' }),
          code: nullable(Type.String({ description: 'Error code of the widget.' })),
          count: Type.Integer({ description: 'Number of events.' }),
          average_ms: Type.Integer({
            description: 'Average duration in milliseconds. 0 for events without a duration.',
          }),
          max_ms: Type.Integer({ description: 'Maximum duration in milliseconds.' }),
        }),
        { description: 'Entries by day, type and code.' },
      ),
    }),
  },
  errors: ['WIDGET_NOT_FOUND'],
});
