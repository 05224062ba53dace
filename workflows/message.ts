import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { messaging } from './activity-profiles.js';
import type { MessageInput, MessageResult } from './message.protocol.js';
import type { TimerPlan } from './timer.protocol.js';
import { wait } from './wait.js';
import { listenForWakes } from './wakes.js';

/**
 * Sends one message that no cadence sends. Started when it is queued; waits until it is due, then lets `advanceMessage`
 * act on its row, and goes on as that says while caps, windows or the provider hold it. Ends when the message left,
 * failed or was cancelled. Id: `message/<message_id>`.
 */
export async function messageWorkflow({ messageId, plan: first }: MessageInput): Promise<MessageResult> {
  const wakes = listenForWakes(first);
  let plan: TimerPlan | undefined = first;
  for (;;) {
    if (plan) await wait(plan, wakes.pending);
    const summary = wakes.take() ? 'look again, woken' : (plan?.action ?? 'look at the message');
    const step = await messaging.advanceMessage.executeWithOptions({ summary }, [{ messageId }]);
    if (step.closed) {
      await condition(allHandlersFinished);
      return { status: step.status };
    }
    plan = step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof messageWorkflow>({ messageId, ...(plan && !wakes.pending() ? { plan } : {}) });
    }
  }
}
