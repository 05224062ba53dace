import { CancellationScope, condition, isCancellation, setCurrentDetails, sleep } from '@temporalio/workflow';
import { sleepMilliseconds } from '../domain/flow/cadence.js';
import type { TimerPlan } from './timer.protocol.js';

/** Sleeps until the plan's instant or until something woke the run, whichever is first. */
export async function wait(plan: TimerPlan, woken: () => boolean): Promise<void> {
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
