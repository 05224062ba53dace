import type { TimerPlan } from './timer.protocol.js';

/** A message that no cadence sends, by its id. */
export interface MessageInput {
  messageId: string;
  /** The wait that was planned when it was taken, so that the first task only arms a timer. */
  plan?: TimerPlan;
}

export interface MessageResult {
  /** The outcome in its row: `sent`, `failed` or `cancelled`. */
  status: string;
}
