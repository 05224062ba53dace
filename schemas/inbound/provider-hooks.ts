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

/** The providers that may send events. */
export const HOOK_PROVIDERS = [
  ...(['email', 'postmark', 'ses', 'sendgrid', 'mailgun', 'resend'] as const),
  ...(['meta_cloud', 'voice', 'retell'] as const),
] as const;
export type HookProvider = (typeof HOOK_PROVIDERS)[number];

/** The kinds of events from email providers that have an effect; others are kept without one. */
const EMAIL_EVENT_TYPES: readonly string[] = [
  ...['reply', 'bounce', 'complaint', 'unsubscribed'],
  ...['delivered', 'deferred', 'opened', 'clicked'],
];
/** Returns whether an event of an email provider is one of these. */
export const isEmailEventType = (type: string): boolean => EMAIL_EVENT_TYPES.includes(type);

const Provider = oneOf(HOOK_PROVIDERS, { description: "Type of the provider's events." });

/** An address that providers send events to, as the API answers it. */
const Hook = named(
  'Hook',
  strictObject({
    id: Uuid(),
    provider: Provider,
    created_at: Timestamp('Time of creation.'),
    disabled_at: nullable(Timestamp('Time at which the hook was deactivated.')),
  }),
);
const tag = 'Hooks';

const HookSecret = Type.String({
  minLength: 16,
  maxLength: 500,
  pattern: '^[\\x21-\\x7e]+$',
  description:
    "Signing secret, if the provider defines it, such as Meta's app secret. Generated if omitted. ses: the ARN of " +
    'the SNS topic. sendgrid: the verification key. mailgun: the HTTP webhook signing key. resend: the signing ' +
    'secret (`whsec_...`).',
});

export const listHooksContract = contract({
  operationId: 'listHooks',
  method: 'get',
  path: '/api/public/hooks',
  tag,
  scope: 'webhooks:read',
  summary: "List the hooks for provider events, newest first. Secrets aren't returned.",
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      hooks: Type.Array(Hook, { description: 'One page of hooks, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createHookContract = contract({
  operationId: 'createHook',
  method: 'post',
  path: '/api/public/hooks',
  tag,
  ignoredKeys: ['id', 'created_at', 'disabled_at'],
  scope: 'webhooks:write',
  summary: 'Create a hook with a URL and a secret. Both are shown once.',
  body: strictObject({
    provider: Provider,
    secret: optional(HookSecret),
  }),
  secretAnswer: true,
  success: {
    201: strictObject({
      success: Success,
      hook: Hook,
      url: Type.String({ description: 'URL that the provider sends its events to.' }),
      secret: Type.String({
        description:
          'Secret that authenticates requests. email and voice: `X-Signature: t=<unix seconds>,v1=<hex hmac-sha256 ' +
          'of "t.body">`, at most 5 minutes old, one event per request. meta_cloud: the app secret for ' +
          '`X-Hub-Signature-256`. retell: the API key for `X-Retell-Signature`. postmark: the password for HTTP ' +
          'basic authentication, with any user name. ses, sendgrid, mailgun and resend: the value from the ' +
          'provider. If the provider shows it only after you enter the URL, set it with `PUT /hooks/{id}/secret`.',
      }),
      verify_token: nullable(
        Type.String({ description: "meta_cloud: the verify token to enter in Meta's settings, next to the URL." }),
      ),
    }),
  },
  errors: [],
});

export const setHookSecretContract = contract({
  operationId: 'setHookSecret',
  method: 'put',
  path: '/api/public/hooks/{id}/secret',
  tag,
  scope: 'webhooks:write',
  summary: "Replace a hook's signing secret with the one from the provider. The URL stays the same.",
  params: Type.Object({ id: Uuid() }),
  body: strictObject({ secret: HookSecret }),
  success: { 200: strictObject({ success: Success, hook: Hook }) },
  errors: ['HOOK_NOT_FOUND'],
});

export const deleteHookContract = contract({
  operationId: 'deleteHook',
  method: 'delete',
  path: '/api/public/hooks/{id}',
  tag,
  scope: 'webhooks:write',
  summary: 'Deactivate a hook.',
  params: Type.Object({ id: Uuid() }),
  success: { 204: null },
  errors: ['HOOK_NOT_FOUND'],
});

/** The webhook address: the token in the path and the signature over the raw body stand in for a key. */
export const receiveHookContract = contract({
  operationId: 'receiveHook',
  method: 'post',
  path: '/hooks/{provider}/{token}',
  tag,
  auth: 'none',
  lenientQuery: true,
  idempotency: 'none',
  summary: 'Receive an event from a provider.',
  description:
    'For `twilio`, the URL is the `webhook_url` of a WhatsApp number. Its form is signed with the auth ' +
    'token, and the response is 204. For `mailgun`, forms with inbound mail are accepted as well.',
  params: Type.Object({
    provider: Type.String({ description: 'Name of the provider.' }),
    token: Type.String(),
  }),
  maxBytes: 5 * 1024 * 1024,
  deadlineMs: 10_000,
  success: {
    200: strictObject({
      success: Success,
      duplicate: Type.Boolean({ description: 'Whether the event was received before.' }),
    }),
    204: null,
  },
  errors: [
    'INVALID_JSON',
    'VALIDATION_ERROR',
    'INVALID_SIGNATURE',
    'NOT_FOUND',
    'PAYLOAD_TOO_LARGE',
    'REQUEST_TIMEOUT',
    'PROVIDER_ERROR',
  ],
});

/** The question that Meta asks when an address is set up. */
export const verifyHookAddressContract = contract({
  operationId: 'verifyHookAddress',
  method: 'get',
  path: '/hooks/{provider}/{token}',
  tag,
  auth: 'none',
  lenientQuery: true,
  summary: 'Respond to the challenge of a provider.',
  params: receiveHookContract.params,
  query: Type.Object({
    'hub.mode': Type.Optional(Type.String({ maxLength: 100, description: '`subscribe`.' })),
    'hub.verify_token': Type.Optional(Type.String({ maxLength: 1_000 })),
    'hub.challenge': Type.Optional(Type.String({ maxLength: 1_000, description: 'Challenge to return.' })),
  }),
  success: { 200: Type.String({ description: 'Challenge of the request, unchanged.' }) },
  errors: ['INVALID_SIGNATURE', 'NOT_FOUND', 'VALIDATION_ERROR'],
});

/** The requirements of every event, known or not. */
export const AnyHookEvent = Type.Object(
  {
    event_id: Type.String({ minLength: 1, maxLength: 255, description: 'ID of the event at the provider.' }),
    type: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { additionalProperties: true },
);
