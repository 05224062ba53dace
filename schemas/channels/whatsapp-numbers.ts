import {
  meantAs,
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

const LINE = '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';
const PROVIDERS = ['meta_cloud', 'twilio', 'sandbox'] as const;
export type WhatsAppProviderName = (typeof PROVIDERS)[number];
const NUMBER_STATUSES = ['pending', 'connected', 'flagged', 'restricted', 'disconnected'] as const;
export type NumberStatus = (typeof NUMBER_STATUSES)[number];
const QUALITY_RATINGS = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
export type QualityRating = (typeof QUALITY_RATINGS)[number];
const Phone = meantAs(
  'phone',
  Type.String({ minLength: 5, maxLength: 40, description: 'The number, international (E.164).' }),
);
const DisplayName = Type.String({ maxLength: 200, pattern: LINE, description: 'The name people see.' });
const ProviderId = (description: string) => Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$', description });
const PhoneNumberId = ProviderId("Meta's id of the number.");
const WabaId = ProviderId("Meta's id of the business account, which templates belong to.");
const Sid = (prefix: string, description: string) =>
  Type.String({ pattern: `^${prefix}[0-9a-fA-F]{32}$`, description });
const AccountSid = Sid('AC', 'The account at Twilio, which templates belong to.');
const SenderSid = Sid('XE', "Twilio's id of the sender; it is looked up by the number where it isn't given.");
const Throughput = Type.Integer({ minimum: 1, maximum: 1000, description: 'Messages a second at most.' });
const IsDefault = Type.Boolean({ description: 'Whether workflows use it that name no number.' });
const AccessToken = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: '^[\\x21-\\x7e]+$',
  description: "Meta's access token; kept encrypted and never shown.",
});
const AuthToken = Type.String({
  minLength: 16,
  maxLength: 200,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    "The auth token of the account at Twilio, by which requests are made and Twilio's own are checked; kept encrypted and never shown.",
});

/** A WhatsApp number as the API answers it. */
export const WhatsAppNumber = named(
  'WhatsAppNumber',
  strictObject({
    id: Type.String({ description: 'The number’s row.' }),
    phone_number: Type.String({ description: 'The number, E.164.' }),
    display_name: nullable(DisplayName),
    provider: oneOf(PROVIDERS, { description: 'Who carries its messages.' }),
    provider_phone_number_id: nullable(PhoneNumberId),
    waba_id: nullable(WabaId),
    access_token_set: Type.Boolean({ description: 'Whether an access token is stored.' }),
    account_sid: nullable(AccountSid),
    sender_sid: nullable(SenderSid),
    auth_token_set: Type.Boolean({ description: 'Whether an auth token is stored.' }),
    webhook_url: nullable(
      Type.String({ description: 'twilio: the address to give there for what comes in, with POST. Null for others.' }),
    ),
    status: oneOf(NUMBER_STATUSES, {
      description: 'How it stands with the provider.',
    }),
    quality_rating: oneOf(QUALITY_RATINGS, { description: "The provider's rating." }),
    messaging_limit: nullable(Type.String({ description: 'Whom it may write to of itself in a day, as told.' })),
    throughput_per_second: Throughput,
    profile: strictObject(
      {
        about: nullable(
          Type.String({ description: 'What it says of itself, as its provider tells; taken over with its templates.' }),
        ),
        photo_url: nullable(Type.String({ description: 'Where the picture was taken from.' })),
        photo_updated_at: nullable(Timestamp('When the picture was set.')),
      },
      { description: 'What people see of it.' },
    ),
    template_sync: strictObject(
      {
        status: oneOf(['never', 'pending', 'succeeded', 'failed'], {
          description: 'Pending: one was asked for since the last ended.',
        }),
        at: nullable(Timestamp('When the last one ended.')),
        error: nullable(
          strictObject(
            {
              code: Type.String({ description: "The provider's code, or ours." }),
              message: Type.String({ description: 'What it said.' }),
            },
            { description: 'What kept the last one from its end.' },
          ),
        ),
      },
      { description: 'How bringing its templates and its state up to date with the provider went.' },
    ),
    is_default: IsDefault,
    workflow_ids: Type.Array(Uuid('A workflow.'), { description: 'The workflows that name it.' }),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

const Answer = strictObject({ success: Success, whatsapp_number: WhatsAppNumber });
const params = Type.Object({ id: Type.String({ description: 'The number’s row.' }) });
const tag = 'WhatsApp numbers';
const ignoredKeys = [
  ...['id', 'access_token_set', 'auth_token_set', 'webhook_url', 'status', 'quality_rating', 'messaging_limit'],
  ...['profile', 'template_sync', 'workflow_ids', 'created_at', 'updated_at'],
];

export const listWhatsAppNumbersContract = contract({
  operationId: 'listWhatsAppNumbers',
  method: 'get',
  path: '/api/public/whatsapp-numbers',
  tag,
  scope: 'whatsapp_numbers:read',
  summary: 'List the WhatsApp numbers, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      whatsapp_numbers: Type.Array(WhatsAppNumber, { description: 'The numbers.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createWhatsAppNumberContract = contract({
  operationId: 'createWhatsAppNumber',
  method: 'post',
  path: '/api/public/whatsapp-numbers',
  tag,
  ignoredKeys,
  scope: 'whatsapp_numbers:write',
  summary: 'Add a WhatsApp number. The first one of an account is its default.',
  body: strictObject({
    phone_number: Phone,
    provider: oneOf(PROVIDERS, {
      description: 'Meta’s Cloud API, Twilio, or the sandbox, which only stores messages.',
    }),
    display_name: optional(DisplayName),
    provider_phone_number_id: optional(PhoneNumberId),
    waba_id: optional(WabaId),
    access_token: optional(AccessToken),
    account_sid: optional(AccountSid),
    sender_sid: optional(SenderSid),
    auth_token: optional(AuthToken),
    throughput_per_second: optional(Throughput),
    is_default: optional(IsDefault),
  }),
  success: { 201: Answer },
  errors: ['INVALID_PHONE', 'NAME_TAKEN'],
});

export const getWhatsAppNumberContract = contract({
  operationId: 'getWhatsAppNumber',
  method: 'get',
  path: '/api/public/whatsapp-numbers/{id}',
  tag,
  scope: 'whatsapp_numbers:read',
  summary: 'Get a WhatsApp number.',
  params,
  success: { 200: Answer },
  errors: ['NUMBER_NOT_FOUND'],
});

export const updateWhatsAppNumberContract = contract({
  operationId: 'updateWhatsAppNumber',
  method: 'patch',
  path: '/api/public/whatsapp-numbers/{id}',
  tag,
  ignoredKeys: [...ignoredKeys, 'phone_number', 'provider'],
  scope: 'whatsapp_numbers:write',
  summary: 'Change a WhatsApp number: what is left out stays, null clears.',
  params,
  body: strictObject({
    display_name: Type.Optional(nullable(DisplayName)),
    provider_phone_number_id: Type.Optional(nullable(PhoneNumberId)),
    waba_id: Type.Optional(nullable(WabaId)),
    access_token: Type.Optional(nullable(AccessToken)),
    account_sid: optional(AccountSid),
    sender_sid: Type.Optional(nullable(SenderSid)),
    auth_token: optional(AuthToken),
    throughput_per_second: optional(Throughput),
    is_default: optional(IsDefault),
  }),
  success: { 200: Answer },
  errors: ['NUMBER_NOT_FOUND'],
});

export const deleteWhatsAppNumberContract = contract({
  operationId: 'deleteWhatsAppNumber',
  method: 'delete',
  path: '/api/public/whatsapp-numbers/{id}',
  tag,
  scope: 'whatsapp_numbers:write',
  summary: 'Remove a WhatsApp number that no workflow and no waiting message needs.',
  params,
  success: { 204: null },
  errors: ['NUMBER_NOT_FOUND', 'IN_USE'],
});

/** How long setting a photo may take in all; the request is answered a little later at the latest. */
export const PHOTO_MS = 10_000;

export const setWhatsAppNumberPhotoContract = contract({
  operationId: 'setWhatsAppNumberPhoto',
  method: 'patch',
  path: '/api/public/whatsapp-numbers/{id}/photo',
  tag,
  scope: 'whatsapp_numbers:write',
  summary: 'Set the profile photo of a WhatsApp number.',
  description:
    'The existing picture is replaced. The image is fetched (https, public address, JPEG or PNG, up to 5 MiB, at least 192 pixels each way); Meta gets it uploaded, Twilio its address; the sandbox only records its address.',
  params,
  idempotency: 'none',
  deadlineMs: PHOTO_MS + 2_000,
  body: strictObject({ image_url: Type.String({ pattern: '^https:', description: 'A public https address.' }) }),
  success: {
    200: strictObject({
      success: Success,
      profile: strictObject(
        { updated: Type.Boolean({ description: 'Whether the picture is set.' }) },
        { description: 'The profile.' },
      ),
    }),
  },
  errors: [
    'NUMBER_NOT_FOUND',
    'CHANNEL_NOT_CONFIGURED',
    'IMAGE_UNREACHABLE',
    'IMAGE_TYPE',
    'IMAGE_TOO_LARGE',
    'PROVIDER_ERROR',
    'PROVIDER_TIMEOUT',
  ],
});
