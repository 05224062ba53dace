import {
  impliedDefault,
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
import { EVENT_KINDS } from '../events/events.js';

const tag = 'Webhooks';
const byId = { params: Type.Object({ id: Uuid() }) };

export const DELIVERY_STATUSES = ['queued', 'delivered', 'failed'] as const;

const fields = {
  id: Uuid('ID of the delivery. Each attempt sends it as `webhook-id`.'),
  webhook_id: Uuid(),
  event_id: Uuid(),
  event_type: oneOf(EVENT_KINDS),
  lead_id: nullable(Uuid('ID of the lead. Null if the event has none.')),
  sequence: nullable(
    Type.Integer({ description: 'Number among the deliveries of the webhook, without gaps. Null for a test.' }),
  ),
  test: Type.Boolean({ description: 'Whether it was sent to test the webhook.' }),
  status: oneOf(DELIVERY_STATUSES, { description: '`failed`: the last attempt failed, or the event was purged.' }),
  attempts: Type.Integer({ description: 'Number of attempts.' }),
  next_attempt_at: nullable(Timestamp('Time of the next attempt. Null if there is none.')),
  last_attempt_at: nullable(Timestamp('Time of the latest attempt.')),
  response_status: nullable(Type.Integer({ description: 'Status code of the latest response. Null without one.' })),
  duration_ms: nullable(Type.Integer({ description: 'Duration of the latest attempt in milliseconds.' })),
  failure: nullable(Type.String({ description: 'Reason of the latest failure. Null after a success.' })),
  created_at: Timestamp('Time of creation.'),
};

/** A delivery as the API answers it. */
export const WebhookDelivery = named('WebhookDelivery', strictObject(fields));
const one = strictObject({ success: Success, delivery: WebhookDelivery });

export const listWebhookDeliveriesContract = contract({
  operationId: 'listWebhookDeliveries',
  method: 'get',
  path: '/api/public/webhooks/{id}/deliveries',
  tag,
  scope: 'webhooks:read',
  summary: 'List the deliveries of a webhook of the last 30 days, those of the newest events first.',
  ...byId,
  query: Type.Object({
    ...PageQuery,
    status: Type.Optional(oneOf(DELIVERY_STATUSES)),
    event_type: Type.Optional(oneOf(EVENT_KINDS)),
  }),
  success: {
    200: strictObject({ success: Success, deliveries: Type.Array(WebhookDelivery), pagination: Pagination }),
  },
  errors: ['WEBHOOK_NOT_FOUND'],
});

export const getWebhookDeliveryContract = contract({
  operationId: 'getWebhookDelivery',
  method: 'get',
  path: '/api/public/webhooks/deliveries/{id}',
  tag,
  scope: 'webhooks:read',
  summary: 'Get a delivery with the payload that its next attempt would have.',
  ...byId,
  success: {
    200: strictObject({
      success: Success,
      delivery: WebhookDelivery,
      payload: nullable(
        Type.Object({}, { additionalProperties: true, description: 'Payload. Null if the event was purged.' }),
      ),
    }),
  },
  errors: ['DELIVERY_NOT_FOUND'],
});

export const replayWebhookDeliveryContract = contract({
  operationId: 'replayWebhookDelivery',
  method: 'post',
  path: '/api/public/webhooks/deliveries/{id}/replay',
  tag,
  scope: 'webhooks:write',
  summary: 'Deliver an event again, with the same ID and number.',
  ...byId,
  success: { 202: one },
  errors: ['DELIVERY_NOT_FOUND', 'WEBHOOK_DISABLED'],
});

export const testWebhookContract = contract({
  operationId: 'testWebhook',
  method: 'post',
  path: '/api/public/webhooks/{id}/test',
  tag,
  scope: 'webhooks:write',
  summary: 'Deliver an example event with `test: true`.',
  ...byId,
  body: strictObject({
    event_type: optional(
      impliedDefault('lead.created', oneOf(EVENT_KINDS, { description: 'Defaults to `lead.created`.' })),
    ),
  }),
  bodyOptional: true,
  success: { 202: one },
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
});

export const recoverWebhookContract = contract({
  operationId: 'recoverWebhook',
  method: 'post',
  path: '/api/public/webhooks/{id}/recover',
  tag,
  scope: 'webhooks:write',
  summary: 'Deliver events of a period that failed or were never delivered.',
  description:
    'Failed deliveries keep their IDs and numbers. Events without a delivery, such as those skipped with ' +
    '`resume_from`, get new numbers, at most 10,000 per request.',
  ...byId,
  body: strictObject({
    since: Timestamp('Start of the period, at most 30 days ago.'),
    until: optional(Timestamp('End of the period. Defaults to now.')),
    only: optional(
      impliedDefault(
        'failed',
        oneOf(['failed', 'missing'], { description: '`failed` (default) or `missing` deliveries.' }),
      ),
    ),
  }),
  success: {
    202: strictObject({
      success: Success,
      queued: Type.Integer({ description: 'Number of deliveries.' }),
      complete: Type.Boolean({ description: 'False if more events of the period are missing. Repeat the request.' }),
    }),
  },
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
});
