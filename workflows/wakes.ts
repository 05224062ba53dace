import { patched, setHandler } from '@temporalio/workflow';
import { wakeSignal } from './cadence.protocol.js';
import type { TimerPlan } from './timer.protocol.js';

/** The signals that say: look at the rows again. */
export interface Wakes {
  /** Whether one came since the rows were last looked at. */
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
