import { continueAsNew, workflowInfo } from '@temporalio/workflow';
import { webhooks } from './activity-profiles.js';
import { workRow } from './row.js';
import { TASK_QUEUES } from './task-queues.js';
import type { WebhookInput } from './webhook.protocol.js';

/**
 * Delivers the events of one webhook for as long as there are some: takes those behind its cursor, posts them, waits
 * until failed ones are due or its breaker lets one through. Started and woken by the reader of events; ends when
 * nothing is left. Id: `webhook-endpoint/<webhook_id>`.
 */
export async function webhookWorkflow({ webhookId, plan }: WebhookInput): Promise<{ status: string }> {
  const taskQueue = workflowInfo().taskQueue.replace(/\w+$/, TASK_QUEUES.webhooks);
  return workRow(plan, {
    what: 'the next events',
    look: (summary) => webhooks.advanceWebhook.executeWithOptions({ summary, taskQueue }, [{ webhookId }]),
    continueAsNew: (rest) => continueAsNew<typeof webhookWorkflow>({ webhookId, ...rest }),
  });
}
