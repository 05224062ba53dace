import type { TimerPlan } from './timer.protocol.js';

/** Whose turns to take; the rows tell the rest. */
export interface ConversationInput {
  conversationId: string;
  plan?: TimerPlan;
  /** A turn is due at once and a model has to take it: nothing else looks at it first. */
  thinks?: boolean;
}

/** What `advanceConversation` answers: the next wait, that a model has to be asked, or that nothing is due any more. */
export type ConversationStep = ConversationPlan | { closed: false; think: true };

/** What a turn leaves behind: the next wait, or that nothing is due any more. */
export type ConversationPlan = { closed: false; plan: TimerPlan } | { closed: true };
