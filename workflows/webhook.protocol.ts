import type { TimerPlan } from './timer.protocol.js';

export interface WebhookInput {
  webhookId: string;
  /** The wait that a longer history was left in. */
  plan?: TimerPlan;
}
