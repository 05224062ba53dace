import type { Seat } from '../../db/conversations/seats.js';
import { lockLead } from '../../db/leads/leads.js';
import type { Contract } from '../../schemas/contract.js';
import {
  closeConversationContract,
  giveBackConversationContract,
  reopenConversationContract,
  takeOverConversationContract,
} from '../../schemas/conversations/conversations.js';
import { close, giveBack, type Operator, openAgain, takeOver } from '../../services/conversations/operate.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/caller-name.js';
import { type Caller, type RouteInput, route } from '../http/route.js';
import { requireActable, requireConversation } from './find.js';
import { toConversation } from './to-conversation.js';

export type Input = Pick<Caller, 'account' | 'key' | 'user'> &
  Pick<RouteInput<Contract>, 'origin' | 'db'> & { params: { id: string } };

export const operatorOf = ({ key, user, origin }: Input): Operator => ({ by: callerName({ key, user }), origin });

export const lockedSeat = ({ db, account, params }: Input) => requireActable(db, account.id, params.id, lockLead);

/** The conversation as an act has left it. */
async function acted({ account, db }: Input, seat: Seat, changed: boolean) {
  const conversation = toConversation(await requireConversation(db, account.id, seat.id));
  return { status: 200 as const, body: { success: true as const, changed, conversation } };
}

export const takeOverConversationRoute = (_deps: ApiDependencies) =>
  route(takeOverConversationContract).handle(async (input) => {
    const seat = await lockedSeat(input);
    return acted(input, seat, await takeOver(input.work, seat, operatorOf(input)));
  });

export const giveBackConversationRoute = (_deps: ApiDependencies) =>
  route(giveBackConversationContract).handle(async (input) => {
    const { work, body, origin } = input;
    const seat = await lockedSeat(input);
    return acted(input, seat, await giveBack(work, seat, { origin, answerUnanswered: body.answer_unanswered ?? null }));
  });

export const closeConversationRoute = (_deps: ApiDependencies) =>
  route(closeConversationContract).handle(async (input) => {
    const seat = await lockedSeat(input);
    return acted(input, seat, await close(input.work, seat, operatorOf(input)));
  });

export const reopenConversationRoute = (_deps: ApiDependencies) =>
  route(reopenConversationContract).handle(async (input) => {
    const seat = await lockedSeat(input);
    return acted(input, seat, await openAgain(input.work, seat, operatorOf(input)));
  });
