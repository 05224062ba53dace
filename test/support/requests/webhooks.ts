import { at, one, type Requests, resource } from './ask.js';

export const WEBHOOK = { url: 'https://hooks.example.com/las', events: ['*'] };

const of = (rest: string, body?: object) =>
  one(
    (fixture) => fixture.webhook(),
    (id) => `/webhooks/${id}${rest}`,
    body,
  );
const ofDelivery = (rest: string) =>
  one(
    (fixture) => fixture.webhookDelivery(),
    (id) => `/webhooks/deliveries/${id}${rest}`,
  );

export const webhookRequests: Requests = {
  listWebhooks: at('/webhooks'),
  createWebhook: at('/webhooks', WEBHOOK),
  getWebhook: resource((fixture) => fixture.webhook(), 'webhooks'),
  updateWebhook: resource((fixture) => fixture.webhook(), 'webhooks', { description: 'CRM' }),
  deleteWebhook: resource((fixture) => fixture.webhook(), 'webhooks'),
  rotateWebhook: of('/rotate'),
  testWebhook: of('/test'),
  recoverWebhook: of('/recover', { since: '2030-01-01T00:00:00Z' }),
  listWebhookDeliveries: of('/deliveries'),
  getWebhookDelivery: ofDelivery(''),
  replayWebhookDelivery: ofDelivery('/replay'),
  listEventTypes: at('/event-types'),
};
