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

/** What `advanceUserMail` answers: the next wait, or how the mail ended. */
export type UserMailAdvanceResult = { closed: false; plan: TimerPlan } | { closed: true; status: string };
