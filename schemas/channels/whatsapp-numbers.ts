import {
  LINE,
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

const PROVIDERS = ['meta_cloud', 'twilio', 'sandbox'] as const;
export type WhatsAppProviderName = (typeof PROVIDERS)[number];
const NUMBER_STATUSES = ['pending', 'connected', 'flagged', 'restricted', 'disconnected'] as const;
export type NumberStatus = (typeof NUMBER_STATUSES)[number];
const QUALITY_RATINGS = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const;
export type QualityRating = (typeof QUALITY_RATINGS)[number];
const Phone = meantAs(
  'phone',
  Type.String({ minLength: 5, maxLength: 40, description: 'Phone number in E.164 format.' }),
);
const DisplayName = Type.String({ maxLength: 200, pattern: LINE, description: 'Business name that recipients see.' });
const ProviderId = (description: string) => Type.String({ pattern: '^[0-9A-Za-z_-]{1,64}$', description });
const PhoneNumberId = ProviderId('ID of the number at Meta.');
const WabaId = ProviderId('ID of the WhatsApp Business account at Meta, which owns the templates.');
const Sid = (prefix: string, description: string) =>
  Type.String({ pattern: `^${prefix}[0-9a-fA-F]{32}$`, description });
const AccountSid = Sid('AC', 'SID of the Twilio account, which owns the templates.');
const SenderSid = Sid('XE', 'SID of the sender at Twilio. Looked up by the phone number if omitted.');
const Throughput = Type.Integer({ minimum: 1, maximum: 1000, description: 'Maximum number of messages per second.' });
const IsDefault = Type.Boolean({ description: 'Whether workflows without a number use this one.' });
const AccessToken = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Access token of Meta. It is encrypted and never returned.',
});
const AuthToken = Type.String({
  minLength: 16,
  maxLength: 200,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    'Auth token of the Twilio account, for requests and for verifying webhooks. It is encrypted and never ' +
    'returned.',
});

/** A WhatsApp number as the API answers it. */
export const WhatsAppNumber = named(
  'WhatsAppNumber',
  strictObject({
    id: Type.String({ description: 'The number’s row.' }),
    phone_number: Type.String({ description: 'Phone number in E.164 format.' }),
    display_name: nullable(DisplayName),
    provider: oneOf(PROVIDERS),
    provider_phone_number_id: nullable(PhoneNumberId, 'Null if none is stored.'),
    waba_id: nullable(WabaId, 'Null if none is stored.'),
    access_token_set: Type.Boolean({ description: 'Whether an access token is stored.' }),
    account_sid: nullable(AccountSid),
    sender_sid: nullable(SenderSid),
    auth_token_set: Type.Boolean({ description: 'Whether an auth token is stored.' }),
    webhook_url: nullable(
      Type.String({ description: 'twilio: URL to enter for incoming messages, with POST. Null for other providers.' }),
    ),
    status: oneOf(NUMBER_STATUSES, {
      description: 'Status of the number at the provider.',
    }),
    quality_rating: oneOf(QUALITY_RATINGS, { description: 'Quality rating by the provider.' }),
    messaging_limit: nullable(
      Type.String({
        description:
          'Messaging limit: with how many leads the number can start conversations per day, as reported by the ' +
          'provider.',
      }),
    ),
    throughput_per_second: Throughput,
    profile: strictObject(
      {
        about: nullable(
          Type.String({
            description: 'About text of the profile, as reported by the provider. Updated when templates are synced.',
          }),
        ),
        photo_url: nullable(Type.String()),
        photo_updated_at: nullable(Timestamp('Time at which the profile photo was set.')),
      },
      { description: 'Public profile of the number.' },
    ),
    template_sync: strictObject(
      {
        status: oneOf(['never', 'pending', 'succeeded', 'failed'], {
          description: "Status of the last sync. Pending: a sync was requested and hasn't finished.",
        }),
        at: nullable(Timestamp('End of the last sync.')),
        error: nullable(
          strictObject(
            {
              code: Type.String({ description: 'Code of the provider or of this service.' }),
              message: Type.String(),
            },
            { description: 'Reason why the last sync failed.' },
          ),
        ),
      },
      { description: 'Result of syncing templates and status with the provider.' },
    ),
    is_default: IsDefault,
    workflow_ids: Type.Array(Uuid('ID of a workflow.'), { description: 'IDs of the workflows that use the number.' }),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
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
      whatsapp_numbers: Type.Array(WhatsAppNumber, { description: 'One page of WhatsApp numbers, newest first.' }),
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
  summary: 'Create a WhatsApp number. The first number of an account becomes its default.',
  body: strictObject({
    phone_number: Phone,
    provider: oneOf(PROVIDERS, {
      description: "Meta's Cloud API, Twilio, or the sandbox, which only stores messages.",
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
  summary: 'Update a WhatsApp number. Omitted fields are unchanged, and null clears a field.',
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
  summary: 'Delete a WhatsApp number. Fails if a workflow or a queued message uses it.',
  params,
  success: { 204: null },
  errors: ['NUMBER_NOT_FOUND', 'IN_USE'],
});

/** The timeout of setting a photo in all. The request is answered a little later at the latest. */
export const PHOTO_MS = 10_000;

export const setWhatsAppNumberPhotoContract = contract({
  operationId: 'setWhatsAppNumberPhoto',
  method: 'patch',
  path: '/api/public/whatsapp-numbers/{id}/photo',
  tag,
  scope: 'whatsapp_numbers:write',
  summary: 'Set the profile photo of a WhatsApp number.',
  description:
    'Replaces the current photo. The image is downloaded from the URL (https, public address, JPEG or PNG, ' +
    'at most 5 MiB, at least 192 × 192 pixels). It is uploaded to Meta, or its URL is sent to Twilio. The ' +
    'sandbox only stores the URL.',
  params,
  idempotency: 'none',
  deadlineMs: PHOTO_MS + 2_000,
  body: strictObject({ image_url: Type.String({ pattern: '^https:', description: 'Public https URL of the image.' }) }),
  success: {
    200: strictObject({
      success: Success,
      profile: strictObject(
        { updated: Type.Boolean({ description: 'Whether the photo was set.' }) },
        { description: 'Business profile of the number at WhatsApp.' },
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
