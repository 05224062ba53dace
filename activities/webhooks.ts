import { cancellationSignal } from '@temporalio/activity';
import { createWebhookPace } from '../services/webhooks/pace.js';
import { advanceWebhook } from '../services/webhooks/walk.js';
import type { WebhookWalk } from '../services/webhooks/walk-dependencies.js';
import type { RowStep } from '../workflows/timer.protocol.js';

export type WebhookDependencies = Omit<WebhookWalk, 'pace' | 'stopping'>;

/** Creates the activity that delivers the events of a webhook. A repeat sends what wasn't recorded again, with its ID. */
export const createWebhookActivities = (deps: WebhookDependencies) => {
  const pace = createWebhookPace();
  return {
    /** Delivers the next events of a webhook, for some seconds. */
    advanceWebhook: ({ webhookId }: { webhookId: string }): Promise<RowStep> =>
      advanceWebhook({ ...deps, pace, stopping: cancellationSignal() }, webhookId),
  };
};
