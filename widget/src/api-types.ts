import type { Static } from '../../schemas/common.js';
import type { AnswerOf } from '../../schemas/contract.js';
import type { ConversationMessage } from '../../schemas/conversations/messages.js';
import type {
  getChatConfigContract,
  getPendingRepliesContract,
  getPowChallengeContract,
  sendChatTurnContract,
  submitVisitorContract,
  WidgetConfig,
} from '../../schemas/widget/chat.js';

export type { Choice, ConversationMessage as Message } from '../../schemas/conversations/messages.js';
export type Config = Static<typeof WidgetConfig>;
export type Setup = AnswerOf<typeof getChatConfigContract>['body'];
export type TurnAnswer = AnswerOf<typeof sendChatTurnContract>['body'];
export type PendingAnswer = AnswerOf<typeof getPendingRepliesContract>['body'];
export type Challenge = AnswerOf<typeof getPowChallengeContract>['body']['challenge'];
export type VisitorAnswer = AnswerOf<typeof submitVisitorContract>['body'];
export type Slots = Extract<ConversationMessage['actions'][number], { type: 'book_meeting' }>;
