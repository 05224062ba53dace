import type { WebhookRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { webhookEndpointWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** Wakes the workflow of a webhook, or starts it. */
export const wakeWebhook = (
  work: Work,
  { id, account_id }: Pick<WebhookRow, 'id' | 'account_id'>,
  reason: string,
): Promise<void> =>
  instruct(work, [
    startOf(webhookEndpointWorkflowId(id), {
      workflow: 'webhookWorkflow',
      kind: 'webhook',
      summary: 'Delivers the events of a webhook',
      accountId: account_id,
      input: { webhookId: id },
      wake: reason,
    }),
  ]);
