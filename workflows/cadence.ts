import { allHandlersFinished, condition, continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { messaging } from './activity-profiles.js';
import type { CadenceInput, CadenceResult } from './cadence.protocol.js';
import type { TimerPlan } from './timer.protocol.js';
import { listenForWakes, wait } from './wait.js';

/**
 * Walks one lead through an agent's cadence. Started by enrolment; the database decides what is due, this workflow
 * keeps the time: it waits until the plan says or a `wake` signal comes, then lets `advanceCadence` act on the rows.
 * Ends when the enrolment is closed. Id: `cadence/<agent_run_id>`.
 */
export async function cadenceWorkflow(input: CadenceInput): Promise<CadenceResult> {
  const wakes = listenForWakes(input.plan);
  let plan: TimerPlan | undefined = input.plan;
  for (;;) {
    if (plan) await wait(plan, wakes.pending);
    const summary = wakes.take() ? 'look again, woken' : (plan?.action ?? 'look at the enrolment');
    const step = await messaging.advanceCadence.executeWithOptions({ summary }, [{ agentRunId: input.agentRunId }]);
    if (step.closed) {
      setCurrentDetails(step.details ?? `Ended: ${step.stopReason ?? step.runStatus}`);
      return { runStatus: step.runStatus, stopReason: step.stopReason };
    }
    plan = step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof cadenceWorkflow>({
        agentRunId: input.agentRunId,
        ...(plan && !wakes.pending() ? { plan } : {}),
      });
    }
  }
}
