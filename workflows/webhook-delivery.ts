import { sleep, workflowInfo } from '@temporalio/workflow';
import { DELIVERY_PAUSES_MS } from '../domain/flow/webhook.js';
import { database } from './activity-profiles.js';
import { TASK_QUEUES } from './task-queues.js';
import type { WebhookDeliveryInput, WebhookResult } from './webhook-delivery.protocol.js';

/**
 * Delivers one request to an address of the account's, again and again over two days until it is taken. Started with
 * the row that holds the request. Id: `webhook/<delivery_id>`.
 */
export async function webhookDeliveryWorkflow({ deliveryId }: WebhookDeliveryInput): Promise<WebhookResult> {
  const taskQueue = workflowInfo().taskQueue.replace(/\w+$/, TASK_QUEUES.webhooks);
  let result: WebhookResult = { outcome: 'failed', status: null };
  for (const [index, pause] of DELIVERY_PAUSES_MS.entries()) {
    const progress = `attempt ${index + 1} of ${DELIVERY_PAUSES_MS.length}`;
    if (pause > 0) await sleep(pause, { summary: `wait before ${progress}` });
    const last = index === DELIVERY_PAUSES_MS.length - 1;
    result = await database.attemptWebhook.executeWithOptions({ summary: progress, taskQueue }, [{ deliveryId, last }]);
    if (result.outcome !== 'retry') break;
  }
  return result;
}
