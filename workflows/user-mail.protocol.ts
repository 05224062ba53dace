import type { TimerPlan } from './timer.protocol.js';

/** A mail to somebody of the account, by its id. */
export interface UserMailInput {
  userMailId: string;
  plan?: TimerPlan;
}

export interface UserMailResult {
  /** What became of it, as its row tells: `delivered`, `failed`, `unknown`. */
  status: string;
}
