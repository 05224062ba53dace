import { fromJson } from '../../db/connection.js';
import type { EventRow, WebhookDeliveryRow, WebhookRow } from '../../db/tables.js';
import { insertDeliveries, listUndelivered, listWantedEvents } from '../../db/webhooks/deliveries.js';
import { lockWebhookById, moveCursor, updateWebhook } from '../../db/webhooks/webhooks.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { deliveryIdOf } from '../../domain/webhooks/delivery-id.js';
import { chosenKinds, isAll } from '../../domain/webhooks/event-choice.js';

/** An event of a page with its delivery. */
export interface TakenEvent {
  row: WebhookDeliveryRow;
  event: EventRow;
}

/** Returns the kinds that a webhook wants; undefined for all. */
export function wantedKinds({ events }: Pick<WebhookRow, 'events'>): string[] | undefined {
  const choice = fromJson<string[]>(events);
  return isAll(choice) ? undefined : chosenKinds(choice);
}

/** The time by which a workflow that took events looks again, or else is woken. */
const LOOK_MS = 60_000;

/**
 * Takes the next events of a webhook: gives each a delivery and the next number, and moves the cursor behind them, all
 * in one transaction. Events of leads whose earlier delivery waits for its retry wait as long.
 */
export async function takeEvents(
  deps: WorkDependencies,
  webhook: WebhookRow,
  { limit, waiting, changes }: { limit: number; waiting: ReadonlyMap<string, Date>; changes: Partial<WebhookRow> },
): Promise<TakenEvent[]> {
  const after = Number(webhook.cursor_seq);
  const kinds = wantedKinds(webhook);
  const events = await listWantedEvents(deps.db, webhook.account_id, { after, kinds, limit });
  const end = events.length < limit ? Math.max(Number(webhook.wanted_seq), after) : after;
  const cursor = Math.max(events.at(-1)?.seq ?? 0, end);
  if (cursor === after && Object.keys(changes).length === 0) return [];
  return inWork(deps, async ({ tx, now }) => {
    const rows = events.map((event, at) => {
      const row = newDelivery(webhook, event, now, Number(webhook.sequence) + at + 1);
      return { ...row, next_at: waiting.get(event.lead_id ?? '') ?? now };
    });
    const moved = await moveCursor(tx, webhook, {
      ...changes,
      cursor_seq: cursor,
      sequence: Number(webhook.sequence) + rows.length,
      look_at: new Date(now.getTime() + LOOK_MS),
    });
    // Someone else has taken events or moved the cursor since it was read.
    if (!moved) return [];
    await insertDeliveries(tx, rows);
    return rows.map((row, at) => ({ row, event: events[at] as EventRow }));
  });
}

/** Returns the row of a delivery that is due now. */
export function newDelivery(
  webhook: Pick<WebhookRow, 'id' | 'account_id'>,
  event: Pick<EventRow, 'id' | 'type' | 'lead_id'>,
  now: Date,
  sequence: number | null,
): WebhookDeliveryRow {
  return {
    id: deliveryIdOf(webhook.id, event.id),
    account_id: webhook.account_id,
    webhook_id: webhook.id,
    sequence,
    event_id: event.id,
    event_type: event.type,
    lead_id: event.lead_id,
    test: sequence === null,
    status: 'queued',
    attempts: 0,
    retries: 0,
    next_at: now,
    last_attempt_at: null,
    response_status: null,
    duration_ms: null,
    failure: null,
    created_at: now,
    updated_at: now,
  };
}

/** Takes events of a period that have no delivery. Returns how many, up to the limit. */
export async function takeMissing(
  { tx, now }: Work,
  webhookId: string,
  { since, until, limit }: { since: Date; until: Date; limit: number },
): Promise<number> {
  const webhook = await lockWebhookById(tx, webhookId);
  if (!webhook) return 0;
  const events = await listUndelivered(tx, {
    accountId: webhook.account_id,
    webhookId,
    kinds: wantedKinds(webhook),
    since,
    until,
    upTo: Number(webhook.cursor_seq),
    limit,
  });
  await insertDeliveries(
    tx,
    events.map((event, at) => newDelivery(webhook, event, now, Number(webhook.sequence) + at + 1)),
  );
  await updateWebhook(tx, webhookId, { sequence: Number(webhook.sequence) + events.length });
  return events.length;
}
