import { allHandlersFinished, condition, continueAsNew, setHandler, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { messaging } from './activity-profiles.js';
import { type CadencePlan, wakeSignal } from './cadence.protocol.js';
import type { MessageInput, MessageResult } from './message.protocol.js';
import { wait } from './wait.js';

/**
 * Sends one message that no cadence sends. Started when it is queued; waits until it is due, then lets `advanceMessage`
 * act on its row, and goes on as that says while caps, windows or the provider hold it. Ends when the message left,
 * failed or was cancelled. Id: `message/<message_id>`.
 */
export async function messageWorkflow({ messageId, plan: first }: MessageInput): Promise<MessageResult> {
  let wakes = 0;
  setHandler(wakeSignal, () => {
    wakes += 1;
  });
  let plan: CadencePlan | undefined = first;
  for (;;) {
    const seen = wakes;
    if (plan) await wait(plan, () => wakes > seen);
    const answered = wakes;
    const summary = plan?.action ?? 'look at the message';
    const step = await messaging.advanceMessage.executeWithOptions({ summary }, [{ messageId }]);
    if (step.closed) {
      await condition(allHandlersFinished);
      return { status: step.status };
    }
    plan = wakes > answered ? undefined : step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof messageWorkflow>({ messageId, ...(plan && wakes === answered ? { plan } : {}) });
    }
  }
}
