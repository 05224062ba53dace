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

/** Who may send us events. */
export const HOOK_PROVIDERS = ['email', 'postmark', 'meta_cloud', 'voice', 'retell'] as const;
export type HookProvider = (typeof HOOK_PROVIDERS)[number];

/** The kinds of events from e-mail providers that have an effect; others are kept without one. */
const EMAIL_EVENT_TYPES: readonly string[] = ['reply', 'bounce', 'complaint', 'delivered', 'opened'];
/** Tells whether an event of an e-mail provider is one of these. */
export const isEmailEventType = (type: string): boolean => EMAIL_EVENT_TYPES.includes(type);

const Provider = oneOf(HOOK_PROVIDERS, { description: 'What kind of events come in.' });

/** An address that providers send events to, as the API answers it. */
const Hook = named(
  'Hook',
  strictObject({
    id: Uuid('The hook.'),
    provider: Provider,
    created_at: Timestamp('When it was made.'),
    disabled_at: nullable(Timestamp('When it stopped taking events.')),
  }),
);
const tag = 'Hooks';

export const listHooksContract = contract({
  operationId: 'listHooks',
  method: 'get',
  path: '/api/public/hooks',
  tag,
  scope: 'webhooks:read',
  summary: 'List the addresses that providers send events to, newest first. Their secrets are not shown.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      hooks: Type.Array(Hook, { description: 'The hooks.' }),
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
  summary: 'Make an address and a secret for a provider. Both are shown this once.',
  body: strictObject({
    provider: Provider,
    secret: optional(
      Type.String({
        minLength: 16,
        maxLength: 500,
        pattern: '^[\\x21-\\x7e]+$',
        description:
          "What the provider signs with, where it names that itself: Meta's app secret. Made here if not given.",
      }),
    ),
  }),
  secretAnswer: true,
  success: {
    201: strictObject({
      success: Success,
      hook: Hook,
      url: Type.String({ description: 'Where the provider posts its events.' }),
      secret: Type.String({
        description:
          'Proves each request. email and voice: `X-Signature: t=<unix seconds>,v1=<hex hmac-sha256 of "t.body">`, at most 5 minutes old, one event a request. meta_cloud: the app secret behind `X-Hub-Signature-256`. retell: the API key behind `X-Retell-Signature`. postmark: the password of HTTP basic authentication, any user name.',
      }),
      verify_token: nullable(
        Type.String({ description: "meta_cloud: the verify token to give beside the address in Meta's settings." }),
      ),
    }),
  },
  errors: [],
});

export const deleteHookContract = contract({
  operationId: 'deleteHook',
  method: 'delete',
  path: '/api/public/hooks/{id}',
  tag,
  scope: 'webhooks:write',
  summary: 'Stop taking events at an address.',
  params: Type.Object({ id: Uuid('The hook.') }),
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
  summary: 'Take what a provider sends.',
  description:
    'For `twilio` the address is the `webhook_url` of a WhatsApp number; its form is signed with the auth token, and the answer is 204.',
  params: Type.Object({
    provider: Type.String({ description: 'The provider.' }),
    token: Type.String({ description: 'The token of the hook.' }),
  }),
  maxBytes: 5 * 1024 * 1024,
  deadlineMs: 10_000,
  success: {
    200: strictObject({
      success: Success,
      duplicate: Type.Boolean({ description: 'Whether the event was here before.' }),
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
  summary: "Answer a provider's challenge.",
  params: receiveHookContract.params,
  query: Type.Object({
    'hub.mode': Type.Optional(Type.String({ maxLength: 100, description: '`subscribe`.' })),
    'hub.verify_token': Type.Optional(Type.String({ maxLength: 1_000, description: 'The verify token of the hook.' })),
    'hub.challenge': Type.Optional(Type.String({ maxLength: 1_000, description: 'What to answer.' })),
  }),
  success: { 200: Type.String({ description: 'The challenge.' }) },
  errors: ['INVALID_SIGNATURE', 'NOT_FOUND', 'VALIDATION_ERROR'],
});

/** What is asked of every event, known or not. */
export const AnyHookEvent = Type.Object(
  {
    event_id: Type.String({ minLength: 1, maxLength: 255, description: "The provider's id of the event." }),
    type: Type.String({ minLength: 1, maxLength: 200, description: 'What happened.' }),
  },
  { additionalProperties: true },
);
