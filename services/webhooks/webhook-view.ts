import { fromJson } from '../../db/connection.js';
import type { WebhookDeliveryRow, WebhookRow } from '../../db/tables.js';
import type { Static } from '../../schemas/common.js';
import type { EventKind } from '../../schemas/events/events.js';
import type { WebhookDelivery } from '../../schemas/webhooks/deliveries.js';
import type { Webhook } from '../../schemas/webhooks/webhooks.js';

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Shows a webhook as the API answers it. Its secrets aren't part of it. */
export const toWebhook = (row: WebhookRow, now: Date): Static<typeof Webhook> => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: fromJson(row.events),
  include: fromJson(row.include),
  is_active: row.is_active,
  disabled_reason: row.disabled_reason,
  disabled_at: iso(row.disabled_at),
  max_in_flight: row.max_in_flight,
  per_second: row.per_second,
  public_key: row.public_key,
  secret_rotates_until: row.previous_until && row.previous_until > now ? row.previous_until.toISOString() : null,
  sequence: Number(row.sequence),
  failing_since: iso(row.failing_since),
  last_success_at: iso(row.last_success_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

/** Shows a delivery as the API answers it. */
export const toDelivery = (row: WebhookDeliveryRow): Static<typeof WebhookDelivery> => ({
  id: row.id,
  webhook_id: row.webhook_id,
  event_id: row.event_id,
  event_type: row.event_type as EventKind,
  lead_id: row.lead_id,
  sequence: row.sequence === null ? null : Number(row.sequence),
  test: row.test,
  status: row.status,
  attempts: row.attempts,
  next_attempt_at: iso(row.next_at),
  last_attempt_at: iso(row.last_attempt_at),
  response_status: row.response_status,
  duration_ms: row.duration_ms,
  failure: row.failure,
  created_at: row.created_at.toISOString(),
});
