import { sleep } from '@temporalio/workflow';
import { DELIVERY_PAUSES_MS } from '../domain/flow/webhook.js';
import { database } from './activity-profiles.js';
import type { WebhookDeliveryInput, WebhookResult } from './webhook-delivery.protocol.js';

/**
 * Delivers one request to an address of the account's, again and again over two days until it is taken. Started with
 * the row that holds the request. Id: `webhook/<delivery_id>`.
 */
export async function webhookDeliveryWorkflow({ deliveryId }: WebhookDeliveryInput): Promise<WebhookResult> {
  let result: WebhookResult = { outcome: 'failed', status: null };
  for (const [index, pause] of DELIVERY_PAUSES_MS.entries()) {
    const place = `attempt ${index + 1} of ${DELIVERY_PAUSES_MS.length}`;
    if (pause > 0) await sleep(pause, { summary: `wait before ${place}` });
    const last = index === DELIVERY_PAUSES_MS.length - 1;
    result = await database.attemptWebhook.executeWithOptions({ summary: place }, [{ deliveryId, last }]);
    if (result.outcome !== 'retry') break;
  }
  return result;
}
