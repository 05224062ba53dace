import { allHandlersFinished, condition, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import type { RowStep, TimerPlan } from './timer.protocol.js';
import { listenForWakes, wait } from './wait.js';

interface Row {
  /** What is looked at, in the words that the Temporal UI shows. */
  what: string;
  look(summary: string): Promise<RowStep>;
  /** Goes on in a history of its own. */
  anew(rest: { plan?: TimerPlan }): Promise<never>;
}

/** Looks at a row whenever it is due or something wakes it, until it is done with; answers what became of it. */
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
      await row.anew(plan && !wakes.pending() ? { plan } : {});
    }
  }
}
