import type { Knex } from 'knex';
import { listEventsByIds } from '../../db/events/events.js';
import type { WebhookRow } from '../../db/tables.js';
import * as deliveries from '../../db/webhooks/deliveries.js';
import { findWebhook, lockWebhook, updateWebhook } from '../../db/webhooks/webhooks.js';
import type { Work } from '../../db/work.js';
import { firstIdFrom } from '../../domain/webhooks/delivery-id.js';
import { newId } from '../../runtime/ids.js';
import {
  getWebhookDeliveryContract,
  listWebhookDeliveriesContract,
  recoverWebhookContract,
  replayWebhookDeliveryContract,
  testWebhookContract,
} from '../../schemas/webhooks/deliveries.js';
import { wakeWebhook } from '../../services/instructions/webhooks.js';
import { bodyOf } from '../../services/webhooks/deliver.js';
import { readIncluded } from '../../services/webhooks/included-objects.js';
import { includesOf } from '../../services/webhooks/payload.js';
import { newDelivery, takeMissing } from '../../services/webhooks/take-events.js';
import { toDelivery } from '../../services/webhooks/webhook-view.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { instantField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'webhook_deliveries';
const MAX_MISSING = 10_000;

export const listWebhookDeliveriesRoute = (_deps: ApiDependencies) =>
  route(listWebhookDeliveriesContract).handle(async ({ account, db, params, query }) => {
    const id = pathId(params.id, 'WEBHOOK_NOT_FOUND');
    found(await findWebhook(db, account.id, id), 'WEBHOOK_NOT_FOUND');
    const page = idPage(KIND, query);
    const filter = { status: query.status, eventType: query.event_type };
    const all = await deliveries.listWebhookDeliveries(db, id, filter, page);
    const { rows, pagination } = idPageOf(KIND, all, page.limit);
    return { status: 200, body: { success: true, deliveries: rows.map(toDelivery), pagination } };
  });

export const getWebhookDeliveryRoute = (_deps: ApiDependencies) =>
  route(getWebhookDeliveryContract).handle(async ({ account, db, params }) => {
    const row = await requireDelivery(db, account.id, params.id);
    const webhook = found(await findWebhook(db, account.id, row.webhook_id), 'DELIVERY_NOT_FOUND');
    const events = await listEventsByIds(db, [row.event_id]);
    const objects = await readIncluded(db, account.id, includesOf(webhook), [...events.values()]);
    const body = bodyOf({ webhook, events, objects }, row);
    const payload = body === undefined ? null : JSON.parse(body);
    return { status: 200, body: { success: true, delivery: toDelivery(row), payload } };
  });

export const replayWebhookDeliveryRoute = (_deps: ApiDependencies) =>
  route(replayWebhookDeliveryContract).handle(async ({ work, account, db, params, now }) => {
    const row = await requireDelivery(db, account.id, params.id);
    const webhook = await lockActive(db, account.id, row.webhook_id);
    await deliveries.requeueDelivery(db, now, row.id);
    await wake(work, webhook, 'replay');
    return { status: 202, body: { success: true, delivery: toDelivery({ ...row, status: 'queued', next_at: now }) } };
  });

export const testWebhookRoute = (_deps: ApiDependencies) =>
  route(testWebhookContract).handle(async ({ work, account, db, params, body, now }) => {
    const webhook = await lockActive(db, account.id, pathId(params.id, 'WEBHOOK_NOT_FOUND'));
    const event = { id: newId(), type: body.event_type ?? 'lead.created', lead_id: null };
    const row = newDelivery(webhook, event, now, null);
    await deliveries.insertDeliveries(db, [row]);
    await wake(work, webhook, 'test');
    return { status: 202, body: { success: true, delivery: toDelivery(row) } };
  });

export const recoverWebhookRoute = (_deps: ApiDependencies) =>
  route(recoverWebhookContract).handle(async ({ work, account, db, params, body, now }) => {
    const webhook = await lockActive(db, account.id, pathId(params.id, 'WEBHOOK_NOT_FOUND'));
    const since = instantField(body.since, '/since');
    const until = body.until === undefined ? now : instantField(body.until, '/until');
    const isMissing = body.only === 'missing';
    const queued = isMissing
      ? await takeMissing(work, webhook.id, { since, until, limit: MAX_MISSING })
      : await deliveries.requeueFailed(db, now, {
          webhookId: webhook.id,
          from: firstIdFrom(since),
          before: firstIdFrom(until),
        });
    if (queued > 0) await wake(work, webhook, 'recover');
    return { status: 202, body: { success: true, queued, complete: !isMissing || queued < MAX_MISSING } };
  });

/** Wakes the workflow of a webhook, and repeats that if the wake is lost. */
async function wake(work: Work, webhook: WebhookRow, reason: string): Promise<void> {
  await updateWebhook(work.tx, webhook.id, { look_at: work.now });
  await wakeWebhook(work, webhook, reason);
}

/** Locks a webhook of the account that delivers events. */
async function lockActive(tx: Knex, accountId: string, id: string): Promise<WebhookRow> {
  const webhook = found(await lockWebhook(tx, accountId, id), 'WEBHOOK_NOT_FOUND');
  if (!webhook.is_active) throw new ApiError('WEBHOOK_DISABLED');
  return webhook;
}

const requireDelivery = async (db: Knex, accountId: string, id: string) =>
  found(await deliveries.findWebhookDelivery(db, accountId, pathId(id, 'DELIVERY_NOT_FOUND')), 'DELIVERY_NOT_FOUND');
