import type { TimerPlan } from './timer.protocol.js';

/** The conversation whose turns run. Its rows have the rest. */
export interface ConversationInput {
  conversationId: string;
  plan?: TimerPlan;
  /** A turn is due at once and a model has to take it: nothing else looks at it first. */
  thinks?: boolean;
}

/** The result of `advanceConversation`: the next wait, a model call, or that nothing is due. */
export type ConversationStep = ConversationPlan | { closed: false; think: true };

/** The result of a turn: the next wait, or that nothing is due. */
export type ConversationPlan = { closed: false; plan: TimerPlan } | { closed: true };
