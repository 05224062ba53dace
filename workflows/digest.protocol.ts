import type { TimerPlan } from './timer.protocol.js';

/** A digest that is mailed to a user, by its id. */
export interface DigestInput {
  digestId: string;
  /** The wait in which further lines join it, planned when it was made. */
  plan?: TimerPlan;
}

export interface DigestResult {
  /** What became of it, as its row tells: `delivered`, `failed`, `unknown`. */
  status: string;
}
