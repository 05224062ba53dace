import { Context } from '@temporalio/activity';
import { inWork } from '../db/work.js';
import { advanceConversation } from '../services/conversations/advance.js';
import type { ModelTurnDependencies } from '../services/conversations/model-turn.js';
import { answerWithModel } from '../services/conversations/run-model-turn.js';
import type { ConversationPlan, ConversationStep } from '../workflows/conversation.protocol.js';
import type { CountAttempts } from './count-attempts.js';

export type ConversationDependencies = ModelTurnDependencies & { countAttempts: CountAttempts };

/** Held work waits until it is released, without a timer. */
const HELD = { closed: true } as const;

/** Creates the activities that take turns of conversations. */
export const createConversationActivities = (deps: ConversationDependencies) => ({
  /** Takes the turn that is due, and says when to look again. Safe to repeat: a turn commits with all it does. */
  advanceConversation: ({ conversationId }: { conversationId: string }): Promise<ConversationStep> =>
    deps.countAttempts<ConversationStep>(
      'conversation',
      conversationId,
      () => inWork(deps, (work) => advanceConversation(work, conversationId)),
      HELD,
    ),
  /** Takes the turn that is due with a model. Safe to repeat: only the last one's answer counts, and once. */
  thinkConversation: ({ conversationId }: { conversationId: string }): Promise<ConversationPlan> =>
    deps.countAttempts<ConversationPlan>(
      'conversation',
      conversationId,
      () => answerWithModel(deps, conversationId, cancellationSignal()),
      HELD,
    ),
});

/** Ends with the process that does the work; never where it isn't an activity that does. */
function cancellationSignal(): AbortSignal {
  try {
    return Context.current().cancellationSignal;
  } catch {
    return new AbortController().signal;
  }
}
