import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import { lockLead } from '../../db/leads/leads.js';
import type { Contract } from '../../schemas/contract.js';
import {
  closeConversationContract,
  giveBackConversationContract,
  reopenConversationContract,
  takeOverConversationContract,
} from '../../schemas/conversations/conversations.js';
import { close, giveBack, type Operator, reopenConversation, takeOver } from '../../services/conversations/operate.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { type Caller, type RouteInput, route } from '../http/route.js';
import { requireActable, requireConversation } from './find.js';
import { toConversation } from './to-conversation.js';

export type Input = Pick<Caller, 'account' | 'key' | 'user'> &
  Pick<RouteInput<Contract>, 'origin' | 'db'> & { params: { id: string } };

export const operatorOf = ({ key, user, origin }: Input): Operator => ({ by: callerName({ key, user }), origin });

export const lockedConversation = ({ db, account, params }: Input) =>
  requireActable(db, account.id, params.id, lockLead);

/** The conversation as an act has left it. */
async function acted({ account, db }: Input, before: ConversationWithAgent, changed: boolean) {
  const conversation = toConversation(await requireConversation(db, account.id, before.id));
  return { status: 200 as const, body: { success: true as const, changed, conversation } };
}

export const takeOverConversationRoute = (_deps: ApiDependencies) =>
  route(takeOverConversationContract).handle(async (input) => {
    const conversation = await lockedConversation(input);
    return acted(input, conversation, await takeOver(input.work, conversation, operatorOf(input)));
  });

export const giveBackConversationRoute = (_deps: ApiDependencies) =>
  route(giveBackConversationContract).handle(async (input) => {
    const { work, body, origin } = input;
    const conversation = await lockedConversation(input);
    return acted(
      input,
      conversation,
      await giveBack(work, conversation, { origin, answerUnanswered: body.answer_unanswered ?? null }),
    );
  });

export const closeConversationRoute = (_deps: ApiDependencies) =>
  route(closeConversationContract).handle(async (input) => {
    const conversation = await lockedConversation(input);
    return acted(input, conversation, await close(input.work, conversation, operatorOf(input)));
  });

export const reopenConversationRoute = (_deps: ApiDependencies) =>
  route(reopenConversationContract).handle(async (input) => {
    const conversation = await lockedConversation(input);
    return acted(input, conversation, await reopenConversation(input.work, conversation, operatorOf(input)));
  });
