import type { TimerPlan } from './timer.protocol.js';

/** The input of an email to a user of the account. */
export interface UserMailInput {
  userMailId: string;
  plan?: TimerPlan;
}

export interface UserMailResult {
  /** The outcome in its row: `delivered`, `failed` or `unknown`. */
  status: string;
}
