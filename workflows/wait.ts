import {
  CancellationScope,
  condition,
  isCancellation,
  patched,
  setCurrentDetails,
  setHandler,
  sleep,
} from '@temporalio/workflow';
import { sleepMilliseconds } from '../domain/flow/cadence.js';
import { wakeSignal } from './cadence.protocol.js';
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

/** The signals that say: look at the rows again. */
export interface Wakes {
  /** Returns whether one came since the rows were last looked at. */
  pending(): boolean;
  /** The rows are looked at now; answers whether a signal asked for it. */
  take(): boolean;
}

/**
 * Listens for wakes. One that came before the run's first task counts like any other, and so ends the wait of a run
 * that begins with one (`plan`).
 */
export function listenForWakes(plan?: TimerPlan): Wakes {
  let count = 0;
  let taken = 0;
  setHandler(wakeSignal, () => {
    count += 1;
  });
  // Runs that are older than this rule slept on over such a wake, and are repeated as they were.
  if (plan && count > 0 && !patched('early-wakes')) taken = count;
  return {
    pending: () => count > taken,
    take() {
      const asked = count > taken;
      taken = count;
      return asked;
    },
  };
}
