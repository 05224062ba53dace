import { allHandlersFinished, condition, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import type { RowStep, TimerPlan } from './timer.protocol.js';
import { listenForWakes, wait } from './wait.js';

interface Row {
  /** The subject of the check, in the words that the Temporal UI shows. */
  what: string;
  look(summary: string): Promise<RowStep>;
  /** Continues as new, in a fresh history. */
  continueAsNew(rest: { plan?: TimerPlan }): Promise<never>;
}

/** Advances a row whenever it is due or a signal wakes it, until it is closed. Returns its final status. */
export async function workRow(first: TimerPlan | undefined, row: Row): Promise<{ status: string }> {
  const wakes = listenForWakes(first);
  let plan: TimerPlan | undefined = first;
  for (;;) {
    if (plan) await wait(plan, wakes.pending);
    const step = await row.look(wakes.take() ? 'look again, woken' : (plan?.action ?? `look at ${row.what}`));
    if (step.closed) {
      await condition(allHandlersFinished);
      return { status: step.status };
    }
    plan = step.plan;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await condition(allHandlersFinished);
      await row.continueAsNew(plan && !wakes.pending() ? { plan } : {});
    }
  }
}
