import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import {
  getWebhookDeliveryRoute,
  listWebhookDeliveriesRoute,
  recoverWebhookRoute,
  replayWebhookDeliveryRoute,
  testWebhookRoute,
} from './deliveries.js';
import { listEventTypesRoute } from './event-types.js';
import {
  createWebhookRoute,
  deleteWebhookRoute,
  getWebhookRoute,
  listWebhooksRoute,
  rotateWebhookRoute,
  updateWebhookRoute,
} from './webhooks.js';

/** Lists the endpoints of webhooks. */
export const webhookRoutes = (deps: ApiDependencies): Route[] =>
  [
    listWebhooksRoute,
    createWebhookRoute,
    getWebhookRoute,
    updateWebhookRoute,
    deleteWebhookRoute,
    rotateWebhookRoute,
    testWebhookRoute,
    recoverWebhookRoute,
    listWebhookDeliveriesRoute,
    getWebhookDeliveryRoute,
    replayWebhookDeliveryRoute,
    listEventTypesRoute,
  ].map((make) => make(deps));
