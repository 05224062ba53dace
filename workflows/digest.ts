import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { messaging } from './activity-profiles.js';
import type { DigestInput, DigestResult } from './digest.protocol.js';
import type { TimerPlan } from './timer.protocol.js';
import { wait } from './wait.js';
import { listenForWakes } from './wakes.js';

/**
 * Mails one digest to its user. Started with the digest's first line and woken when the cycle that writes to it has
 * ended; the database decides what is due, this workflow keeps the time. Id: `digest/<digest_id>`.
 */
export async function digestWorkflow({ digestId, plan: first }: DigestInput): Promise<DigestResult> {
  const wakes = listenForWakes(first);
  let plan: TimerPlan | undefined = first;
  for (;;) {
    if (plan) await wait(plan, wakes.pending);
    const summary = wakes.take() ? 'look again, woken' : (plan?.action ?? 'look at the digest');
    const step = await messaging.advanceDigest.executeWithOptions({ summary }, [{ digestId }]);
    if (step.closed) {
      await condition(allHandlersFinished);
      return { status: step.status };
    }
    plan = step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof digestWorkflow>({ digestId, ...(plan && !wakes.pending() ? { plan } : {}) });
    }
  }
}
