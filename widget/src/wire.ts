import type { Static } from '../../schemas/common.js';
import type { AnswerOf } from '../../schemas/contract.js';
import type { ConversationMessage } from '../../schemas/conversations/messages.js';
import type {
  chatConfigContract,
  chatTurnContract,
  pendingRepliesContract,
  powChallengeContract,
  submitVisitorContract,
  WidgetConfig,
} from '../../schemas/widget/chat.js';

export type { Choice, ConversationMessage as Message } from '../../schemas/conversations/messages.js';
export type Config = Static<typeof WidgetConfig>;
export type Setup = AnswerOf<typeof chatConfigContract>['body'];
export type TurnAnswer = AnswerOf<typeof chatTurnContract>['body'];
export type PendingAnswer = AnswerOf<typeof pendingRepliesContract>['body'];
export type Challenge = AnswerOf<typeof powChallengeContract>['body']['challenge'];
export type VisitorAnswer = AnswerOf<typeof submitVisitorContract>['body'];
export type Slots = Extract<ConversationMessage['actions'][number], { type: 'book_meeting' }>;
