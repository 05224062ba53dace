import {
  allHandlersFinished,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { shouldContinueAsNew, sleepMilliseconds } from '../domain/flow/cadence.js';
import { messaging } from './activity-profiles.js';
import { type CadenceInput, type CadencePlan, type CadenceResult, wakeSignal } from './cadence.protocol.js';

/**
 * Walks one lead through an agent's cadence. Started by enrolment; the database decides what is due, this workflow
 * keeps the time: it waits until the plan says or a `wake` signal comes, then lets `advanceCadence` act on the rows.
 * Ends when the enrolment is closed. Id: `cadence/<agent_run_id>`.
 */
export async function cadenceWorkflow(input: CadenceInput): Promise<CadenceResult> {
  let wakes = 0;
  setHandler(wakeSignal, () => {
    wakes += 1;
  });

  let plan: CadencePlan | undefined = input.plan;
  for (;;) {
    const seen = wakes;
    if (plan) await wait(plan, () => wakes > seen);
    const woken = wakes > seen;
    const answered = wakes;
    const step = await messaging.advanceCadence.executeWithOptions(
      { summary: woken ? 'look again, woken' : (plan?.action ?? 'look at the enrolment') },
      [{ agentRunId: input.agentRunId }],
    );
    if (step.closed) {
      setCurrentDetails(step.details ?? `Ended: ${step.stopReason ?? step.runStatus}`);
      return { runStatus: step.runStatus, stopReason: step.stopReason };
    }
    plan = wakes > answered ? undefined : step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof cadenceWorkflow>({
        agentRunId: input.agentRunId,
        ...(plan && wakes === answered ? { plan } : {}),
      });
    }
  }
}

/** Sleeps until the plan's instant or until something woke the run, whichever is first. */
async function wait(plan: CadencePlan, woken: () => boolean): Promise<void> {
  if (plan.details) setCurrentDetails(plan.details);
  const ms = sleepMilliseconds(plan.sleepUntil, Date.now());
  if (ms <= 0 || woken()) return;
  const scope = new CancellationScope();
  try {
    await scope.run(() => Promise.race([sleep(ms, { summary: plan.summary }), condition(woken)]));
  } catch (error) {
    if (!isCancellation(error) || !scope.consideredCancelled) throw error;
  } finally {
    scope.cancel();
  }
}
