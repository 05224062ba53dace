import type { TimerPlan } from './timer.protocol.js';

/** A digest that is mailed to a user, by its id. */
export interface DigestInput {
  digestId: string;
  /** The wait in which further lines join it, planned when it was made. */
  plan?: TimerPlan;
}

export interface DigestResult {
  /** The outcome in its row: `delivered`, `failed` or `unknown`. */
  status: string;
}
