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
import { ABOUT_KINDS, EVENT_KINDS, type EventKind } from '../events/events.js';

/** The version of payloads. */
export const API_VERSION = '2026-01';

/** The largest number of webhooks that an account may have. */
export const MAX_WEBHOOKS = 50;

const groups = [...new Set(EVENT_KINDS.map((kind) => `${kind.slice(0, kind.indexOf('.'))}.*`))];
/** Everything that a webhook can choose: kinds, groups of kinds, and all. */
export const EVENT_CHOICES: readonly string[] = ['*', ...groups, ...EVENT_KINDS];

export const WEBHOOK_INCLUDES = ['lead', 'meeting', 'message', 'conversion', 'workflow_run'] as const;
export type WebhookInclude = (typeof WEBHOOK_INCLUDES)[number];

export const DISABLED_REASONS = ['gone', 'failing', 'user'] as const;

const tag = 'Webhooks';
const byId = { params: Type.Object({ id: Uuid() }) };

const Events = Type.Array(oneOf(EVENT_CHOICES as readonly (EventKind | '*')[]), {
  minItems: 1,
  maxItems: 100,
  uniqueItems: true,
  description: `Events to deliver: kinds, groups such as \`message.*\`, or \`*\` for all. ${ABOUT_KINDS}`,
});
const Include = Type.Array(oneOf(WEBHOOK_INCLUDES), {
  maxItems: WEBHOOK_INCLUDES.length,
  uniqueItems: true,
  description: 'Objects that payloads contain in addition to their IDs, as they are at the time of the attempt.',
});
const Url = Type.String({
  minLength: 1,
  maxLength: 2_000,
  pattern: '^https?://[^\\s]+$',
  description: 'Public https address that events are posted to. Redirects are not followed.',
});
const Description = Type.String({ maxLength: 2_000, description: 'Note for the people who manage the webhook.' });
const MaxInFlight = Type.Integer({
  minimum: 1,
  maximum: 50,
  default: 10,
  description: 'Maximum number of concurrent requests. Events of one lead never overlap.',
});
const PerSecond = Type.Integer({ minimum: 1, maximum: 1_000, description: 'Maximum number of requests per second.' });

/** A webhook as the API answers it. */
export const Webhook = named(
  'Webhook',
  strictObject({
    id: Uuid(),
    url: Type.String({ description: 'Address that events are posted to.' }),
    description: nullable(Description),
    events: Events,
    include: Include,
    is_active: Type.Boolean({ description: 'Whether events are delivered.' }),
    disabled_reason: nullable(
      oneOf(DISABLED_REASONS, {
        description:
          '`gone`: the address returned 410. `failing`: no request succeeded for three days. `user`: deactivated ' +
          'through the API. Null while active.',
      }),
    ),
    disabled_at: nullable(Timestamp('Time of the deactivation.')),
    max_in_flight: MaxInFlight,
    per_second: nullable(PerSecond),
    public_key: Type.String({ description: 'Key that verifies `v1a` signatures, as `whpk_` and base64.' }),
    secret_rotates_until: nullable(Timestamp('Time until which requests are also signed with the earlier secret.')),
    sequence: Type.Integer({ description: 'Number of the newest delivery. Numbers have no gaps.' }),
    failing_since: nullable(Timestamp('Time of the first failure after the latest success.')),
    last_success_at: nullable(Timestamp('Time of the latest success.')),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the latest change.'),
  }),
);

const one = strictObject({ success: Success, webhook: Webhook });
const Secrets = {
  secret: Type.String({ description: 'Secret of `v1` signatures (`whsec_...`). It is shown only here.' }),
};
const responseOnly = [
  ...['id', 'public_key', 'secret_rotates_until', 'sequence', 'failing_since', 'last_success_at', 'disabled_reason'],
  ...['disabled_at', 'created_at', 'updated_at'],
];

export const listWebhooksContract = contract({
  operationId: 'listWebhooks',
  method: 'get',
  path: '/api/public/webhooks',
  tag,
  scope: 'webhooks:read',
  summary: 'List the webhooks, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      webhooks: Type.Array(Webhook, { description: 'One page of webhooks, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createWebhookContract = contract({
  operationId: 'createWebhook',
  method: 'post',
  path: '/api/public/webhooks',
  tag,
  scope: 'webhooks:write',
  ignoredKeys: responseOnly,
  summary: 'Create a webhook. Its secret is shown once.',
  description:
    'Events from now on are delivered. With `backfill_from`, earlier events are delivered first, from that event on.',
  body: strictObject({
    url: Url,
    events: Events,
    description: optional(Description),
    include: optional(Include),
    is_active: optional(Type.Boolean({ default: true, description: 'Whether events are delivered.' })),
    max_in_flight: optional(MaxInFlight),
    per_second: optional(PerSecond),
    backfill_from: optional(Uuid('ID of the earliest event to deliver.')),
  }),
  secretAnswer: true,
  success: { 201: strictObject({ success: Success, webhook: Webhook, ...Secrets }) },
  errors: ['TOO_MANY_WEBHOOKS'],
});

export const getWebhookContract = contract({
  operationId: 'getWebhook',
  method: 'get',
  path: '/api/public/webhooks/{id}',
  tag,
  scope: 'webhooks:read',
  summary: 'Get a webhook.',
  ...byId,
  success: { 200: one },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const updateWebhookContract = contract({
  operationId: 'updateWebhook',
  method: 'patch',
  path: '/api/public/webhooks/{id}',
  tag,
  scope: 'webhooks:write',
  ignoredKeys: responseOnly,
  summary: 'Change, deactivate or reactivate a webhook.',
  ...byId,
  body: strictObject({
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(nullable(Description)),
    include: Type.Optional(Include),
    is_active: Type.Optional(Type.Boolean({ description: 'Whether events are delivered.' })),
    max_in_flight: Type.Optional(MaxInFlight),
    per_second: Type.Optional(nullable(PerSecond)),
    resume_from: optional(
      Type.String({
        pattern: '^(stopped|now|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$',
        description:
          'Where a reactivated webhook continues. `stopped` (default): with the first event that it missed. `now`: ' +
          'with new events. An event ID: with that event, if it is later than the latest delivery.',
      }),
    ),
  }),
  success: { 200: one },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const deleteWebhookContract = contract({
  operationId: 'deleteWebhook',
  method: 'delete',
  path: '/api/public/webhooks/{id}',
  tag,
  scope: 'webhooks:write',
  summary: 'Delete a webhook and its delivery log.',
  ...byId,
  success: { 204: null },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const rotateWebhookContract = contract({
  operationId: 'rotateWebhook',
  method: 'post',
  path: '/api/public/webhooks/{id}/rotate',
  tag,
  scope: 'webhooks:write',
  summary: 'Replace the secret and the signing key. Requests have both signatures for 24 hours.',
  ...byId,
  secretAnswer: true,
  success: { 200: strictObject({ success: Success, webhook: Webhook, ...Secrets }) },
  errors: ['WEBHOOK_NOT_FOUND'],
});
