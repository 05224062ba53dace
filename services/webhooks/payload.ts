import { fromDamagedJson, fromJson } from '../../db/connection.js';
import type { EventRow, WebhookDeliveryRow, WebhookRow } from '../../db/tables.js';
import type { EventKind } from '../../schemas/events/events.js';
import { exampleOf } from '../../schemas/webhooks/event-types.js';
import { API_VERSION, type WebhookInclude } from '../../schemas/webhooks/webhooks.js';
import type { IncludedObjects } from './included-objects.js';

type Identified = Pick<WebhookDeliveryRow, 'id' | 'webhook_id' | 'account_id' | 'sequence'>;

/** Returns the fields that the payload of an event has whatever it is about. */
const envelope = ({ id, webhook_id, account_id, sequence }: Identified, type: string, at: Date) => ({
  type,
  event_type: type,
  timestamp: at.toISOString(),
  webhook_id,
  delivery_id: id,
  sequence: sequence === null ? null : Number(sequence),
  client_id: account_id,
  api_version: API_VERSION,
});

/**
 * Returns the body of a delivery, made from its event as it is now. An erased lead's event has no data any more, so
 * neither has the body. The IDs of the lead and its run remain.
 */
export function payloadOf(
  delivery: Identified,
  event: EventRow,
  include: readonly WebhookInclude[],
  objects: IncludedObjects,
): string {
  const data = fromDamagedJson<Record<string, unknown>>(event.data) ?? {};
  const previous = fromDamagedJson<Record<string, unknown>>(event.values_before);
  return JSON.stringify({
    ...envelope(delivery, event.type, event.created_at),
    event_id: event.id,
    test: false,
    data: {
      ...data,
      lead_id: event.lead_id,
      workflow_run_id: event.agent_run_id,
      ...(previous ? { previous_values: previous } : {}),
      ...Object.fromEntries(include.map((name) => [name, objects[name](event, data)])),
    },
    origin: { kind: event.origin_kind, id: event.origin_id, depth: event.origin_depth },
  });
}

/** Returns the body of a test: the example of its kind. */
export const testPayload = (
  delivery: Identified & Pick<WebhookDeliveryRow, 'event_id' | 'event_type' | 'created_at'>,
) =>
  JSON.stringify({
    ...envelope(delivery, delivery.event_type, delivery.created_at),
    event_id: delivery.event_id,
    test: true,
    data: exampleOf(delivery.event_type as EventKind),
    origin: { kind: 'user', id: null, depth: 0 },
  });

/** Returns what a webhook includes. */
export const includesOf = ({ include }: Pick<WebhookRow, 'include'>): WebhookInclude[] => fromJson(include);
