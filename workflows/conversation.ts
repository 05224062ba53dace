import { allHandlersFinished, condition, continueAsNew, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { messaging, thinking } from './activity-profiles.js';
import type { ConversationInput, ConversationPlan } from './conversation.protocol.js';
import { TASK_QUEUES } from './task-queues.js';
import type { TimerPlan } from './timer.protocol.js';
import { listenForWakes, wait } from './wait.js';

/**
 * Takes the turns of one conversation that wait for something: for more that the lead may write, for a model, for a
 * follow-up, for a person who gives it back. Started and woken by whatever makes a turn due; ends when nothing is. Id:
 * `conversation/<conversation_id>`.
 */
export async function conversationWorkflow({ conversationId, plan: first, thinks }: ConversationInput): Promise<void> {
  const wakes = listenForWakes(first);
  let plan: TimerPlan | undefined = first;
  let thinksFirst = thinks;
  for (;;) {
    if (plan) await wait(plan, wakes.pending);
    const summary = wakes.take() ? 'look again, woken' : (plan?.action ?? 'look at the conversation');
    // Only what a release with this field has started leads here, so no recorded history from before does.
    const step = thinksFirst ? await think(conversationId) : await advance(conversationId, summary);
    thinksFirst = false;
    // A signal that arrived while the last check ended must still be handled.
    if (step.closed && !wakes.pending()) return;
    plan = step.closed ? undefined : step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof conversationWorkflow>({
        conversationId,
        ...(plan && !wakes.pending() ? { plan } : {}),
      });
    }
  }
}

/** Takes the turn that is due: by rules at once, with a model where its workers are. */
async function advance(conversationId: string, summary: string): Promise<ConversationPlan> {
  const step = await messaging.advanceConversation.executeWithOptions({ summary }, [{ conversationId }]);
  // Only an answer that no earlier release gave leads here, so no recorded history does.
  return !step.closed && 'think' in step ? think(conversationId) : step;
}

/** Takes the turn that is due with a model, in a queue of its own, so that slow models keep nothing else from its work. */
function think(conversationId: string): Promise<ConversationPlan> {
  const taskQueue = workflowInfo().taskQueue.replace(/\w+$/, TASK_QUEUES.models);
  return thinking.thinkConversation.executeWithOptions({ summary: 'ask the model', taskQueue }, [{ conversationId }]);
}
